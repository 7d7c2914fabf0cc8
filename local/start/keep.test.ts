import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ChildFailed, type ChildEnd } from './child.ts';
import { keepChild, type KeptChild } from './keep.ts';

const root = join(import.meta.dirname, '..', '..');

interface Kept {
  readonly child: KeptChild;
  readonly ends: readonly string[];
  /** Resolves when it has been ready again so many times. */
  readonly again: (times: number) => Promise<void>;
  readonly log: () => string;
}

/** Keeps a program that prints "ready <its arguments>" and then does what the script says. */
function kept(script: string, env: Readonly<Record<string, string>> = {}): Kept {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-keep-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `console.log('ready ' + process.argv.slice(2).join(' '));\n${script}`);
  const ends: string[] = [];
  const waiting: { times: number; resolve: () => void }[] = [];
  let readyAgain = 0;
  const child = keepChild({
    name: 'program',
    module: relative(root, file),
    args: (first) => (first === undefined ? ['first'] : ['later', first[1] ?? '']),
    log: join(folder, 'program.log'),
    env,
    ready: /^ready (.*)$/,
    pause: (ms, signal) => delay(ms / 100, undefined, { signal }).catch(() => undefined),
    onEnd: ({ how }: ChildEnd) => ends.push(how),
    onAgain: () => {
      readyAgain += 1;
      for (const { times, resolve } of waiting) if (readyAgain >= times) resolve();
    },
  });
  onTestFinished(async () => {
    await child.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const again = (times: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ times, resolve });
      if (readyAgain >= times) resolve();
    });
  return { child, ends, again, log: () => readFileSync(join(folder, 'program.log'), 'utf8') };
}

const LIVES_ON = 'setInterval(() => {}, 1000);';

describe('keepChild', () => {
  it('starts again what was killed, as told by its first life, and goes on in its log', async () => {
    const { child, ends, again, log } = kept(LIVES_ON);
    expect((await child.ready)[1]).toBe('first');
    const before = child.pid;
    process.kill(before ?? 0, 'SIGKILL');
    await again(1);
    expect(child.pid).not.toBe(before);
    expect(ends).toEqual(['SIGKILL']);
    expect(log()).toBe('ready first\nready later first\n');
  });

  it('starts again what has eaten up its memory', async () => {
    const { child, ends, again } = kept(
      `
      if (process.argv[2] === 'first') {
        const eaten = [];
        for (;;) eaten.push(Array.from({ length: 10_000 }, () => ({})));
      }
      ${LIVES_ON}`,
      { NODE_OPTIONS: '--max-old-space-size=24' },
    );
    await child.ready;
    await again(1);
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatch(/^SIG|exit code 13\d/);
  });

  it('gives up what ends at once over and over, with its last words', async () => {
    const { child, ends } = kept(`console.error('no good'); setTimeout(() => process.exit(7), 50);`);
    await child.ready;
    const end = await child.gaveUp;
    expect(end).toMatchObject({ how: 'exit code 7', name: 'program' });
    expect(end.lastLines).toContain('no good');
    expect(ends).toHaveLength(5);
  });

  it('does not start again what was never ready, and says why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capstan-keep-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const file = join(folder, 'program.mjs');
    writeFileSync(file, `console.error('the port is taken'); process.exit(1);`);
    const child = keepChild({
      name: 'program',
      module: relative(root, file),
      args: () => [],
      log: join(folder, 'program.log'),
      ready: /^ready/,
    });
    await expect(child.ready).rejects.toThrow(ChildFailed);
    await expect(child.ready).rejects.toThrow('the port is taken');
    await child.stop();
  });

  it('lets what is stopped rest, also between two lives', async () => {
    const { child, log } = kept(LIVES_ON);
    await child.ready;
    process.kill(child.pid ?? 0, 'SIGKILL');
    await child.stop();
    expect(log()).toBe('ready first\n');
    expect(() => process.kill(child.pid ?? 0, 0)).toThrow('ESRCH');
  });
});
