import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { authorDesk } from '../testing/kudo/author-desk.ts';
import { extract, sharedData } from '../testing/shared-data.ts';
import { join } from 'node:path';

const desk = authorDesk();
const broken = { ...SOUND_PACKAGE, 'params.yaml': 'parameters:\n  - name: SIZE\n  - name: size\n' };

describe('package', () => {
  it('gives the same bytes again, and what is as sound as the folder was', async () => {
    desk.put('web', { ...SOUND_PACKAGE, '.git/config': 'x' });
    expect(await desk.kudo('package', 'web')).toEqual({ code: 0, out: 'web-1.0.0.tgz\n', err: '' });
    expect(await desk.kudo('package', 'web', '--destination', 'out')).toMatchObject({
      code: 0,
      out: 'out/web-1.0.0.tgz\n',
    });
    expect(readFileSync(desk.path('out/web-1.0.0.tgz'))).toEqual(readFileSync(desk.path('web-1.0.0.tgz')));
    expect(await desk.kudo('verify', 'out/web-1.0.0.tgz')).toMatchObject({
      code: 0,
      out: 'web 1.0.0: 0 errors, 0 warnings\n',
    });
    expect(readdirSync(desk.path('out'))).toEqual(['web-1.0.0.tgz']);
  });

  it('replaces an archive with other content only where it is told to', async () => {
    desk.put('web', SOUND_PACKAGE);
    await desk.kudo('package', 'web');
    const before = desk.read('web-1.0.0.tgz');
    expect(await desk.kudo('package', 'web')).toMatchObject({ code: 0 });
    desk.put('web', { 'README.md': 'more' });
    expect(await desk.kudo('package', 'web')).toEqual({
      ...{ code: 1, out: '' },
      err: 'web-1.0.0.tgz is there with other content; change the version, or give --overwrite\n',
    });
    expect(desk.read('web-1.0.0.tgz')).toBe(before);
    expect(await desk.kudo('package', 'web', '--overwrite')).toMatchObject({ code: 0 });
    expect(desk.read('web-1.0.0.tgz')).not.toBe(before);
  });

  it.each<[string, Record<string, string>, string]>([
    ['with a mistake', broken, 'has a duplicate'],
    [
      'whose name leads elsewhere',
      {
        ...SOUND_PACKAGE,
        'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web', 'name: ../web'),
      },
      'cannot be the name of an object',
    ],
  ])('makes nothing of a package %s', async (_what, texts, message) => {
    desk.put('web', texts);
    const { code, out, err } = await desk.kudo('package', 'web', '-d', 'out');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(readdirSync(desk.here)).toEqual(['web']);
  });
});

const archive = sharedData('kudo-visible.tar.gz');
describe.runIf(archive !== undefined)('real packages', () => {
  const Rendered = z.array(
    z.object({ template: z.string(), holds: z.string(), text: z.string().optional() }),
  );

  async function use(name: string): Promise<void> {
    const path = join(name, readdirSync(desk.path(name))[0] ?? '');
    const packed = await desk.kudo('package', path, '-d', 'repo');
    expect({ name, code: packed.code, err: packed.err }).toEqual({ name, code: 0, err: '' });
    const given = name === 'sample-immutable' ? ['-p', 'OWNER=me'] : [];
    const { code, out, err } = await desk.kudo('template', packed.out.trim(), '-o', 'json', ...given);
    expect({ name, code, err }).toEqual({ name, code: 0, err: '' });
    const rendered = Rendered.parse(JSON.parse(out));
    expect(rendered.length).toBeGreaterThan(0);
    expect(rendered.every(({ text }) => text !== undefined)).toBe(true);
  }

  it('are packed without a finding, listed, and rendered', { timeout: 120_000 }, async () => {
    await using folder = await extract(archive ?? '');
    desk.here = folder.path;
    const names = readdirSync(desk.here);
    expect(names.length).toBeGreaterThanOrEqual(10);
    await Promise.all(names.map(use));
    expect(await desk.kudo('index', 'repo')).toMatchObject({
      code: 0,
      out: `repo/index.yaml: ${String(names.length)} operators, ${String(names.length)} versions\n`,
    });
  });
});
