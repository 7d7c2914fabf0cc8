/** A first start on a machine with a mirror and without Go: the programs that are here, served as publishers serve them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { heldByFile } from '#local/testing/held.ts';
import {
  newcomer,
  releaseTarget,
  sha256,
  startReleaseMirror,
  type Ended,
  type ReleaseMirror,
} from '#local/testing/registry/release-mirror.ts';
import { tools } from './tools.ts';

const main = join(import.meta.dirname, 'main.ts');
const held = heldByFile();
let mirror: ReleaseMirror;

beforeAll(async () => {
  mirror = held.use(await startReleaseMirror());
}, 120_000);

const person =
  (name: string) =>
  (...args: readonly string[]): Promise<Ended> =>
    newcomer(mirror, name)(main, ...args).ended;

describe.skipIf(releaseTarget?.os !== 'linux')('A machine without Go', () => {
  it('runs a cluster of fetched programs, says so, and fetches nothing the second time', async () => {
    const run = person('good');
    try {
      const first = await run('up', '--name', 'first');
      expect(first.said).toContain(`all programs fetched from ${new URL(mirror.url).host}`);
      expect(first.said).toContain('The cluster "first" is made and runs');
      expect((await run('stop', '--name', 'first')).code).toBe(0);
      const second = await run('up', '--name', 'first');
      expect(second.said).toContain('all programs from the cache');
      expect(second.said).not.toContain('fetching');
      expect(second.code).toBe(0);
    } finally {
      await run('down', '--name', 'first');
    }
  });

  it('runs nothing whose sum is another, and says what would help', async () => {
    const kwok = [...mirror.files.keys()].find((path) => path.includes('/kwok-')) ?? '';
    const good = mirror.files.get(kwok) ?? '';
    const list = sha256(good);
    mirror.files.set(kwok, join(import.meta.dirname, 'main.ts'));
    mirror.files.set(`${kwok}.sha256`, sumFile(list));
    const { code, said } = await person('bad')('up', '--name', 'second');
    mirror.files.set(kwok, good);
    mirror.files.delete(`${kwok}.sha256`);
    expect(code).toBe(1);
    expect(said).toContain(`but ${list} is expected`);
    expect(said).toContain('install Go');
    expect(tools.filter(({ name }) => said.includes(`building ${name}`))).toEqual([]);
  });
});

function sumFile(sum: string): string {
  const file = join(mirror.folder, 'sum');
  writeFileSync(file, sum);
  return file;
}
