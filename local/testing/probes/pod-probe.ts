/**
 * A program for the process runner's tests of single pods: adds its pid to a file in the empty folder of its pod, prints one
 * line of JSON about what it finds and what it is refused, then waits.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function outcome(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const mounts = process.env['CAPSTAN_MOUNTS'] ?? '';
const file = join(mounts, 'var/log/probe/pids');
appendFileSync(file, `${String(process.pid)}\n`);
console.log(
  JSON.stringify({
    pid: process.pid,
    pod: process.env['POD_NAME'],
    environment: Object.keys(process.env).sort(),
    pids: readFileSync(file, 'utf8').trim().split('\n').map(Number),
    folder: mounts,
    beside: outcome(() => {
      writeFileSync(join(mounts, 'var/log/x'), 'x');
    }),
    readOnly: outcome(() => {
      writeFileSync(join(mounts, 'read-only/x'), 'x');
    }),
    elsewhere: outcome(() => {
      writeFileSync('/tmp/x', 'x');
    }),
    read: outcome(() => readFileSync('/etc/hosts')),
  }),
);
setInterval(() => undefined, 60_000);
