import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { authorDesk } from '../testing/kudo/author-desk.ts';

const desk = authorDesk();
const broken = { ...SOUND_PACKAGE, 'params.yaml': 'parameters:\n  - name: SIZE\n  - name: size\n' };

it('says what it takes, and refuses what it does not know', async () => {
  expect(await desk.kudo('--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('verify FOLDER|TGZ') as string,
  });
  expect(await desk.kudo('template', '--help')).toMatchObject({ code: 0 });
  for (const args of [
    [],
    ['toString'],
    ['verify'],
    ['verify', 'a', 'b'],
    ['verify', '--no-such', 'a'],
    ['verify', 'a', '-o', 'xml'],
  ]) {
    const { code, out, err } = await desk.kudo(...args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
    expect(err).not.toContain('    at ');
  }
});

describe('verify', () => {
  it('finds nothing in a sound package, also below a dot and with files of tools in it', async () => {
    desk.put('web', { ...SOUND_PACKAGE, '.git/config': 'x', 'README.md': '# web' });
    expect(await desk.kudo('verify', 'web')).toEqual({
      code: 0,
      out: 'web 1.0.0: 0 errors, 0 warnings\n',
      err: '',
    });
  });

  it('ends with 0 where there are warnings alone', async () => {
    desk.put('web', { ...SOUND_PACKAGE, 'templates/other.yaml': '# nothing' });
    expect(await desk.kudo('verify', './web/')).toMatchObject({
      code: 0,
      out: './web/templates/other.yaml: warning: template "other.yaml" is not referenced from any task; name it in a task, or remove it (template-unused)\nweb 1.0.0: 0 errors, 1 warning\n',
    });
    rmSync(desk.path('web/templates/other.yaml'));
    const { code, out } = await desk.kudo('verify', 'web', '--param-checks', 'display,hint');
    expect({ code, last: out.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'web 1.0.0: 0 errors, 2 warnings',
    });
  });

  it('tells which operators of OLM it needs', async () => {
    const needs = 'name: web\nannotations:\n  capstan.dev/needs-operators: cert-manager@stable, etcd\n';
    desk.put('web', {
      ...SOUND_PACKAGE,
      'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web\n', needs),
    });
    const told = 'needs an operator of OLM:';
    expect(await desk.kudo('verify', 'web')).toMatchObject({
      code: 0,
      out: `${told} cert-manager@stable; a Subscription for it is proposed, not made\n${told} etcd; a Subscription for it is proposed, not made\nweb 1.0.0: 0 errors, 0 warnings\n`,
    });
    const { out } = await desk.kudo('verify', 'web', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject({ needsOperators: ['cert-manager@stable', 'etcd'] });
  });

  it('names errors by file and line, ends with 1, and says the same to programs', async () => {
    desk.put('web', broken);
    const { code, out } = await desk.kudo('verify', 'web');
    expect(code).toBe(1);
    expect(out).toContain('web/params.yaml:3: error: parameter "size" has a duplicate; ');
    const json = await desk.kudo('verify', 'web', '-o', 'json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      ...{ path: 'web', name: 'web', operatorVersion: '1.0.0', notLookedAt: [] },
      findings: expect.arrayContaining([
        expect.objectContaining({
          severity: 'error',
          code: 'parameter-duplicate',
          file: 'params.yaml',
          line: 3,
        }),
      ]) as unknown,
    });
  });

  it('looks at nested operators, and says what it did not look at', async () => {
    const task = (reference: string): string =>
      `  - name: ${reference.replace('./', '')}\n    kind: KudoOperator\n    spec:\n      package: ${reference}\n`;
    const operator = SOUND_PACKAGE['operator.yaml']
      .replace('plans:\n', `${task('./worker')}${task('kafka')}plans:\n`)
      .replace(
        '              - app\n',
        '              - app\n              - worker\n              - kafka\n',
      );
    desk.put('web', { ...SOUND_PACKAGE, 'operator.yaml': operator });
    desk.put('web/worker', broken);
    const { code, out } = await desk.kudo('verify', 'web');
    expect(code).toBe(1);
    expect(out).toContain('web/worker/params.yaml:3: error: ');
    expect(out).toContain('not looked at: kafka, which is not in the package');
  });

  it.each<[string, () => void, string]>([
    ['nothing', () => undefined, 'there is nothing of that name'],
    [
      'a file that is no archive',
      () => {
        desk.put('.', { web: 'no archive at all'.repeat(100) });
      },
      'the archive is no tar',
    ],
    [
      'an archive that unpacks to more than a package may have',
      () => {
        writeFileSync(desk.path('web'), gzipSync(Buffer.alloc(64 * 1_048_576)));
      },
      'the archive unpacks to more than',
    ],
    [
      'a link that leads out',
      () => {
        desk.put('.', { secret: 'secret' });
        desk.put('web', SOUND_PACKAGE);
        symlinkSync('../../secret', desk.path('web/templates/b.yaml'));
      },
      'the package cannot be read: templates/b.yaml: a symbolic link cannot be part of a package',
    ],
    [
      'a folder that is a link',
      () => {
        desk.put('web', SOUND_PACKAGE);
        symlinkSync('/', desk.path('web/all'));
      },
      'all: a symbolic link cannot be part of a package',
    ],
    [
      'a file that is too large',
      () => {
        desk.put('web', { ...SOUND_PACKAGE, 'large.bin': 'x'.repeat(1_048_577) });
      },
      'large.bin: the file is larger than 1048576 bytes',
    ],
    [
      'too many files',
      () => {
        desk.put('web', Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${String(at)}`, ''])));
      },
      'the package has more than 500 files',
    ],
    [
      'too many folders',
      () => {
        for (let at = 0; at < 501; at += 1) mkdirSync(desk.path(`web/f${String(at)}`), { recursive: true });
      },
      'the package has more than 500 folders',
    ],
  ])('ends with 2 for %s', async (_what, prepare, message) => {
    prepare();
    const { code, out, err } = await desk.kudo('verify', 'web');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });

  it('does not let a package speak to the terminal', async () => {
    const operator = SOUND_PACKAGE['operator.yaml'].replace('kind: Apply', 'kind: "\\e[2J\\e]0;title\\a"');
    desk.put('web', { ...SOUND_PACKAGE, 'operator.yaml': operator });
    const { code, out } = await desk.kudo('verify', 'web');
    expect(code).toBe(1);
    expect(out).toContain('unknown task kind');
    // eslint-disable-next-line no-control-regex -- they are what this is about
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
