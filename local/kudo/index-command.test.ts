import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readIndex } from '#lib/kudo/repository/read-index.ts';
import { SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { authorDesk } from '../testing/kudo/author-desk.ts';

const desk = authorDesk();

describe('index', () => {
  beforeAll(async () => {
    desk.here = join(desk.home, 'archives');
    for (const [version, folder] of [
      ['1.9.0', 'repo'],
      ['1.10.0', 'repo/below'],
    ] as const) {
      const operator = SOUND_PACKAGE['operator.yaml'].replace(
        'operatorVersion: 1.0.0',
        `operatorVersion: ${version}`,
      );
      desk.put(version, { ...SOUND_PACKAGE, 'operator.yaml': operator });
      expect(await desk.kudo('package', version, '-d', folder)).toMatchObject({ code: 0 });
    }
  });
  beforeEach(() => {
    cpSync(join(desk.home, 'archives'), desk.here, { recursive: true });
  });
  const versions = (file: string): string[] => {
    const reading = readIndex(desk.read(file));
    if ('problem' in reading) throw new Error(reading.problem.message);
    expect(reading.problems).toEqual([]);
    return [...reading.index.values()]
      .flat()
      .map(({ operatorVersion, urls }) => `${operatorVersion} ${urls.join()}`);
  };

  it('lists the archives with their digests, newest first', async () => {
    expect(await desk.kudo('index', 'repo')).toEqual({
      code: 0,
      out: 'repo/index.yaml: 1 operator, 2 versions\n',
      err: '',
    });
    expect(versions('repo/index.yaml')).toEqual(['1.10.0 below/web-1.10.0.tgz', '1.9.0 web-1.9.0.tgz']);
    const digest = createHash('sha256')
      .update(readFileSync(desk.path('repo/web-1.9.0.tgz')))
      .digest('hex');
    expect(desk.read('repo/index.yaml')).toContain(`digest: ${digest}`);
    const first = desk.read('repo/index.yaml');
    expect(await desk.kudo('index', 'repo', '--merge', 'repo/index.yaml')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(desk.read('repo/index.yaml')).toBe(first);
    expect(readdirSync(desk.path('repo')).sort()).toEqual(['below', 'index.yaml', 'web-1.9.0.tgz']);
  });

  it('keeps what an index had before, and names what has changed under its version', async () => {
    await desk.kudo('index', 'repo', '--url', 'https://example.com/old');
    desk.put('1.9.0', { 'README.md': 'other' });
    await desk.kudo('package', '1.9.0', '-d', 'next');
    expect(
      await desk.kudo('index', 'next', '--url', 'https://example.com/new/', '--merge', 'repo/index.yaml'),
    ).toEqual({
      code: 0,
      out: 'next/index.yaml: 1 operator, 2 versions\n',
      err: 'web 1.9.0 has another archive now than before; give what changes a new version\n',
    });
    expect(versions('next/index.yaml')).toEqual([
      '1.10.0 https://example.com/old/below/web-1.10.0.tgz',
      '1.9.0 https://example.com/new/web-1.9.0.tgz',
    ]);
  });

  it.each<[string, () => void, string[], string]>([
    [
      'an archive cannot be read',
      () => {
        desk.put('repo', { 'bad.tgz': 'no archive at all'.repeat(100) });
      },
      [],
      'repo/bad.tgz: the archive is no tar',
    ],
    [
      'the index to merge has a bad entry',
      () => {
        desk.put('.', { 'old.yaml': 'apiVersion: v1\nentries:\n  web: [{}]\n' });
      },
      ['--merge', 'old.yaml'],
      'old.yaml: entries.web.0.operatorVersion (line 3): it is missing',
    ],
    [
      'there are two archives of one version',
      () => {
        writeFileSync(desk.path('repo/again.tgz'), readFileSync(desk.path('repo/web-1.9.0.tgz')));
      },
      [],
      'again.tgz and web-1.9.0.tgz are both web 1.9.0',
    ],
  ])('leaves the index as it was where %s', async (_what, prepare, args, message) => {
    desk.put('repo', { 'index.yaml': 'before' });
    prepare();
    const { code, out, err } = await desk.kudo('index', 'repo', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(desk.read('repo/index.yaml')).toBe('before');
  });

  it('refuses a folder without archives, and an address that nobody could ask', async () => {
    mkdirSync(desk.path('empty'));
    expect(await desk.kudo('index', 'empty')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no archives') as string,
    });
    expect(await desk.kudo('index', 'repo', '--url', 'file:///repo')).toMatchObject({ code: 2 });
  });
});
