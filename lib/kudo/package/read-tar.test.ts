import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import { packageTar } from './archive.ts';
import { tarFiles } from './read-tar.ts';

const files = filesOf(SOUND_PACKAGE);

/** What the machine's own tar makes of a folder. */
function tarOf(fill: (folder: string) => void, ...options: readonly string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-tar-'));
  try {
    fill(folder);
    return execFileSync('tar', [...options, '-c', '-C', folder, '.'], { maxBuffer: 1 << 26 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a tar', () => {
  it('of ours is read back', () => {
    expect(tarFiles(packageTar(files))).toEqual(files);
  });

  it.each(['gnu', 'pax', 'ustar'])('of format %s is read, long names too', (format) => {
    const long = `${'deep/'.repeat(20)}${'x'.repeat(60)}.yaml`;
    const read = tarFiles(
      tarOf((folder) => {
        mkdirSync(join(folder, 'deep/'.repeat(20)), { recursive: true });
        writeFileSync(join(folder, long), 'a: 1\n');
      }, `--format=${format}`),
    );
    expect([...read.keys()]).toEqual([long]);
  });

  it('with a link in it is refused', () => {
    const bytes = tarOf((folder) => symlinkSync('/etc/passwd', join(folder, 'operator.yaml')));
    expect(() => tarFiles(bytes)).toThrow(/a symlink cannot be part of a package/);
  });

  it.each([
    ['that leads out', '../operator.yaml', /leads out of the package/],
    ['that is absolute', '/etc/passwd', /the path is absolute/],
  ])('with a path %s is refused', (_what, path, words) => {
    const bytes = packageTar(new Map([[path, new Uint8Array(3)]]));
    expect(() => tarFiles(bytes)).toThrow(words);
  });

  it('that is cut off, or none at all, is told', () => {
    const whole = packageTar(new Map([['a.yaml', new Uint8Array(2_000)]]));
    expect(() => tarFiles(whole.subarray(0, 1_024))).toThrow(/ends in the middle of a file/);
    expect(() => tarFiles(new TextEncoder().encode('no tar at all '.repeat(99)))).toThrow(/is no tar/);
  });

  it('whose header lies about its size is refused before anything is copied', () => {
    const bytes = packageTar(new Map([['a.yaml', new Uint8Array(8)]])).slice();
    bytes.set(new TextEncoder().encode('77777777777\0'), 124);
    const sum = bytes
      .subarray(0, 512)
      .reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
    bytes.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
    expect(() => tarFiles(bytes)).toThrow(/ends in the middle of a file/);
  });

  it('with damage anywhere is read or told, and never more than told', () => {
    const whole = packageTar(files);
    for (let at = 0; at < whole.length; at += 37) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      try {
        tarFiles(bytes);
      } catch (error) {
        expect(error).toHaveProperty('problem');
      }
    }
  });
});
