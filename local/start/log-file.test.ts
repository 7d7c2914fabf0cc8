import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLog } from './log-file.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-log-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe('openLog', () => {
  it('keeps two files of the given size, with the last lines, however much is written', () => {
    const folder = scratch();
    const path = join(folder, 'capstan.log');
    const log = openLog(path, { maxBytes: 1_000 });
    for (let line = 0; line < 10_000; line += 1) log.write(`line ${String(line)}`);
    log.end();
    expect(readdirSync(folder).sort()).toEqual(['capstan.log', 'capstan.log.1']);
    for (const file of readdirSync(folder))
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1_000);
    const text = readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8');
    expect(text.trimEnd().split('\n').slice(-100)).toEqual(
      Array.from({ length: 100 }, (_, index) => `line ${String(9_900 + index)}`),
    );
  });

  it('begins anew, or goes on where a process before it ended', () => {
    const path = join(scratch(), 'capstan.log');
    const say = (line: string, append: boolean): void => {
      const log = openLog(path, { append });
      log.write(line);
      log.end();
    };
    say('an old life', false);
    say('one', false);
    say('two', true);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('loses what cannot be written, and nothing else happens', () => {
    const folder = scratch();
    const path = join(folder, 'capstan.log');
    const log = openLog(path, { maxBytes: 10 });
    log.write('one');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way of the folder');
    log.write('a line that needs another file');
    log.write('and one more');
    log.end();
    expect(readFileSync(folder, 'utf8')).toBe('in the way of the folder');
  });
});
