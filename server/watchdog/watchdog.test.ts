import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const watchdog = pathToFileURL(join(import.meta.dirname, 'watchdog.ts')).href;
const LIMIT_MS = 1_000;

interface Watched {
  readonly child: ChildProcess;
  readonly line: () => Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>;
}

/** A process that is watched and does what the script says, with `stand(ms)` to hold its loop. */
function watched(script: string): Watched {
  const code = `
    import { startWatchdog } from ${JSON.stringify(watchdog)};
    const dog = startWatchdog(${String(LIMIT_MS)}, (error) => { console.error(error); process.exit(3); });
    const stand = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    line: async () => String((await lines.next()).value),
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, stderr })),
  };
}

describe('the watchdog', () => {
  it('ends a process whose event loop stands still, and says why', async () => {
    const { ended } = watched('setTimeout(() => stand(600_000), 300);');
    const { signal, stderr } = await ended;
    expect(signal).toBe('SIGKILL');
    expect(stderr).toMatch(/the event loop has stood still for \d+\.\d s/);
  });

  it('leaves alone what is stopped for longer than that, busy as it is, and goes on', async () => {
    const { child, line, ended } = watched(`
      let rounds = 0;
      const round = () => {
        console.log(++rounds);
        stand(${String(LIMIT_MS * 0.3)});
        // Here, it has no time to show that it lives before it is looked at.
        if (rounds === 2) process.kill(process.pid, 'SIGSTOP');
        stand(${String(LIMIT_MS * 0.3)});
        if (rounds < 4) setTimeout(round, 300); else process.exit(0);
      };
      round();`);
    expect(await line()).toBe('1');
    expect(await line()).toBe('2');
    await delay(LIMIT_MS * 3);
    // More than once: on a busy machine it may not have got there yet.
    const wake = setInterval(() => child.kill('SIGCONT'), 500);
    onTestFinished(() => {
      clearInterval(wake);
    });
    expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
  });

  it('measures by how much the loop is late, and keeps no process alive', async () => {
    const { line, ended } = watched(`
      setTimeout(() => { stand(700); console.log(dog.lagMs() > 300 && dog.lagMs() < 60_000); }, 400);`);
    expect(await line()).toBe('true');
    expect((await ended).code).toBe(0);
  });
});
