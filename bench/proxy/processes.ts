/** The processes that `bench/proxy` starts: each says on a line of standard output that it is ready. */
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Order, Outcome } from './generator.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Server extends Disposable {
  pid: number;
  /** What the ready line's pattern caught. */
  ready: string;
}

export async function startServer(args: readonly string[], pattern: RegExp): Promise<Server> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = await firstMatch(child, pattern);
  return { pid: child.pid ?? 0, ready, [Symbol.dispose]: () => child.kill('SIGTERM') };
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`a process of the measurement ended with ${String(code)}`));
    });
    if (child.stdout === null) throw new Error('the process has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = pattern.exec(line);
      if (match !== null) resolve(match[1] ?? '');
    });
  });
}

export interface Generator extends Disposable {
  run(order: Order): Promise<Outcome>;
}

export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'generator.ts'), { cwd: root });
  return {
    run: (order) =>
      new Promise((resolve) => {
        // What comes over this channel is sent by our own file of the other end.
        child.once('message', (outcome) => {
          resolve(outcome as Outcome);
        });
        child.send(order);
      }),
    [Symbol.dispose]: () => child.kill(),
  };
}

/** Resident memory, MB: now, or (`VmHWM`) the most that it ever was. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** Milliseconds of processor time that the process has used, in steps of 10 ms. */
export function cpuOf(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
