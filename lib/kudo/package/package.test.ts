import { describe, expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { filesOf, SOUND_PACKAGE, soundPackageWith } from '../../testing/kudo-package.ts';
import { PARAMETER_FORM_ANNOTATION } from '../api/labels.ts';
import { readOperator, readOperatorVersion, readParameterForm } from '../api/parse.ts';
import { archiveName, packageTar } from './archive.ts';
import { PACKAGE_LIMITS, packageFiles, type PackageFiles } from './files.ts';
import { packageObjects } from './objects.ts';
import type { KudoPackage } from './package.ts';
import { BadPackage, packageProblemText } from './problem.ts';
import { readPackage } from './read.ts';
import { packageSource } from './source.ts';

function problemOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof BadPackage) return packageProblemText(error.problem);
    throw error;
  }
  throw new Error('nothing was wrong');
}
const changed = (...change: Parameters<typeof soundPackageWith>): KudoPackage =>
  readPackage(soundPackageWith(...change));
/** The one parameter, written so. */
const parameter = (fields: string): KudoPackage['parameters'][number] | undefined =>
  changed('params.yaml', ['    default: "1"\n', fields]).parameters[0];

describe('KUDO 10: both files at the root', () => {
  it('are needed', () => {
    for (const name of ['operator.yaml', 'params.yaml'] as const) {
      const { [name]: _left, ...others } = SOUND_PACKAGE;
      expect(problemOf(() => readPackage(filesOf(others)))).toBe(
        `${name}: operator package missing ${name}; add ${name} at the root of the package`,
      );
    }
  });

  it('are what is read; other files may belong to other operators', () => {
    const files = filesOf({ ...SOUND_PACKAGE, 'README.md': '# web', 'child/operator.yaml': '[' });
    expect(readPackage(files).operator.name).toBe('web');
  });

  it('name the one API version, or none', () => {
    const line = 'apiVersion: kudo.dev/v1beta1\n';
    expect(changed('operator.yaml', [line, '']).operator.name).toBe('web');
    expect(changed('params.yaml', [line, '']).parameters).toHaveLength(1);
    for (const file of ['operator.yaml', 'params.yaml'] as const) {
      expect(problemOf(() => changed(file, [line, 'apiVersion: kudo.dev/v2\n']))).toBe(
        `${file}:1: apiVersion: expecting supported API version kudo.dev/v1beta1 but got kudo.dev/v2; write kudo.dev/v1beta1, or leave it out`,
      );
    }
  });
});

it('KUDO 11: templates are files below templates*, by what follows the last templates/', () => {
  const files = filesOf({
    ...SOUND_PACKAGE,
    'templates/a/b.yaml': 'in a folder',
    'templates/a/templates/c.yaml': 'in templates again',
    'templates/d.yaml.bak': 'the name is not anchored',
    'templates/e.yml': 'another ending',
    'templates-old/f.yaml': 'another folder',
    'templates.yaml': 'no folder',
    'more/templates/g.yaml': 'of a nested operator',
  });
  const keys = [...readPackage(files).templates.keys()];
  expect(keys.sort()).toEqual(['a/b.yaml', 'app.yaml', 'c.yaml', 'd.yaml.bak', 'templates-old/f.yaml']);
});

it('KUDO 12: the fields of operator.yaml', () => {
  const read = changed('operator.yaml', [
    'name: web\n',
    `name: web
description: d
appVersion: 2.0.0
kudoVersion: 0.19.0
maintainers: [{name: a, email: a@b.c}]
url: https://example.org
namespaceManifest: ns.yaml
`,
  ]);
  expect(read.operator).toMatchObject({
    apiVersion: 'kudo.dev/v1beta1',
    name: 'web',
    description: 'd',
    operatorVersion: '1.0.0',
    appVersion: '2.0.0',
    kudoVersion: '0.19.0',
    kubernetesVersion: '1.17.0',
    maintainers: [{ name: 'a', email: 'a@b.c' }],
    url: 'https://example.org',
    tasks: [{ name: 'app', kind: 'Apply', spec: { resources: ['app.yaml'] } }],
    plans: { deploy: { strategy: 'serial' } },
    namespaceManifest: 'ns.yaml',
  });
});

it('KUDO 12: what has the wrong shape is told by file, line and field', () => {
  expect(
    problemOf(() => changed('operator.yaml', ['tasks:\n  - name: app\n', 'tasks:\n  - name: [app]\n'])),
  ).toBe('operator.yaml:6: tasks.0.name: Invalid input: expected string, received array; correct it');
  expect(problemOf(() => changed('operator.yaml', ['name: web\n', '']))).toContain('operator.yaml:1: name: ');
  expect(problemOf(() => readPackage(filesOf({ ...SOUND_PACKAGE, 'operator.yaml': '- a' })))).toContain(
    'operator.yaml:1: Invalid input: expected object',
  );
});

it('KUDO 13: the fields of params.yaml; required unless it says not, not immutable unless it says so', () => {
  const read = readPackage(
    filesOf({
      ...SOUND_PACKAGE,
      'params.yaml': `groups:
  - {name: g, displayName: G, description: d, prio: 2}
parameters:
  - name: A
  - {name: B, displayName: b, description: d, required: no, default: x, trigger: deploy, type: string,
     immutable: yes, enum: [x, y1], group: g, advanced: true, hint: h}
`,
    }),
  );
  expect(read.groups).toEqual([{ name: 'g', displayName: 'G', description: 'd', prio: 2 }]);
  expect(read.parameters).toEqual([
    { name: 'A', required: true, immutable: false },
    {
      name: 'B',
      displayName: 'b',
      description: 'd',
      required: false,
      default: 'x',
      defaultWritten: 'text',
      trigger: 'deploy',
      type: 'string',
      immutable: true,
      enum: ['x', 'y1'],
      enumWritten: ['text', 'text'],
      group: 'g',
      advanced: true,
      hint: 'h',
    },
  ]);
});

it('KUDO 14: truth values and numbers where a text is wanted become text, texts where a truth value is wanted do not', () => {
  expect(changed('params.yaml', ['SIZE', 'N']).parameters[0]?.name).toBe('false');
  expect(
    changed('operator.yaml', ['operatorVersion: 1.0.0', 'operatorVersion: 1.10']).operator,
  ).toMatchObject({
    operatorVersion: '1.1',
  });
  expect(problemOf(() => parameter('    required: "true"\n'))).toBe(
    'params.yaml:5: parameters.0.required: Invalid input: expected boolean, received string; correct it',
  );
});

it.each([
  ['1000000', '1000000', 'number'],
  ['1', '1', 'number'],
  ['1.10', '1.10', 'number'],
  ['12345678901234567890', '12345678901234567890', 'number'],
  ['010', '010', 'number'],
  ['"010"', '010', 'text'],
  ['yes', 'true', 'boolean'],
  ['""', '', 'text'],
  ['~', undefined, undefined],
])('KUDO 15: the default %s stays as it was written: %s', (written, text, as) => {
  expect(parameter(`    default: ${written}\n`)).toMatchObject(
    text === undefined ? { name: 'SIZE' } : { default: text, defaultWritten: as },
  );
  expect(parameter(`    default: ${written}\n`)?.default).toBe(text);
  expect(parameter(`    enum: [${written}, b]\n`)?.enum).toEqual([text ?? '', 'b']);
});

it('KUDO 16: maps and lists become YAML text, and a text of YAML stays', () => {
  expect(parameter('    type: map\n    default: {b: [1, 2.5], a: "yes"}\n')).toMatchObject({
    default: 'a: "yes"\nb:\n- 1\n- 2.5\n',
    defaultWritten: 'map',
  });
  expect(parameter('    type: array\n    default: "[a,   b]"\n')?.default).toBe('[a,   b]');
  expect(parameter('    type: array\n    default: []\n')).toMatchObject({
    default: '[]\n',
    defaultWritten: 'list',
  });
});

describe('KUDO 17: archives', () => {
  it('are named after the operator and its versions', () => {
    const { operator } = readPackage(filesOf(SOUND_PACKAGE));
    expect(archiveName(operator)).toBe('web-1.0.0.tgz');
    expect(archiveName({ ...operator, appVersion: '2.1' })).toBe('web-2.1_1.0.0.tgz');
  });

  it('hold plain files of root from 1970 in the order of their paths', () => {
    const tar = packageTar(filesOf({ 'b/c.yaml': 'content', a: '' }));
    const text = (at: number, length: number): string =>
      new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0+$/, '');
    expect(tar).toHaveLength(5 * 512);
    expect([text(0, 100), text(512, 100), text(1024, 512)]).toEqual(['a', 'b/c.yaml', 'content']);
    expect([text(512 + 108, 8), text(512 + 116, 8), text(512 + 136, 12)]).toEqual([
      '0000000',
      '0000000',
      '00000000000',
    ]);
    expect([text(512 + 156, 1), text(512 + 265, 32), text(512 + 297, 32)]).toEqual(['0', 'root', 'root']);
  });

  it('take paths of up to 255 bytes', () => {
    const tar = packageTar(filesOf({ [`${'d'.repeat(150)}/${'f'.repeat(100)}`]: '' }));
    expect(new TextDecoder().decode(tar.subarray(0, 100))).toBe('f'.repeat(100));
    expect(new TextDecoder().decode(tar.subarray(345, 495))).toBe('d'.repeat(150));
    expect(problemOf(() => packageTar(filesOf({ ['f'.repeat(101)]: '' })))).toContain(
      'too long for an archive',
    );
  });
});

it.each([
  ['kafka', 'apps', false, { kind: 'name', text: 'kafka' }],
  ['kafka.tgz', 'apps', false, { kind: 'name', text: 'kafka.tgz' }],
  ['./kafka', 'apps', false, { kind: 'folder', path: 'apps/kafka' }],
  ['../kafka', 'apps/web', false, { kind: 'folder', path: 'apps/kafka' }],
  ['../../../x', 'apps', false, { kind: 'folder', path: '../../x' }],
  ['/opt/kafka.tgz', 'apps', false, { kind: 'archive', path: '/opt/kafka.tgz' }],
  ['https://example.org/kafka.tgz', 'apps', false, { kind: 'url', text: 'https://example.org/kafka.tgz' }],
  ['./kafka', 'child', true, { kind: 'folder', path: 'kafka' }],
  ['./a/../b', '', true, { kind: 'folder', path: 'b' }],
  ['../x', 'child', true, { problem: '../x leads out of the archive; nest the operator inside the package' }],
  ['/etc/x', '', true, { problem: '/etc/x leads out of the archive; nest the operator inside the package' }],
])('KUDO 18: %s, asked for in %s (in an archive: %s)', (reference, directory, archived, wanted) => {
  expect(packageSource(reference, { directory, archived })).toEqual(wanted);
});

it('what a package becomes in the cluster can be read there, with its form', () => {
  const files = filesOf({
    ...SOUND_PACKAGE,
    'params.yaml': `groups: [{name: g, prio: 1}]
parameters: [{name: SIZE, default: 1, group: g, advanced: yes, hint: h}, {name: B, trigger: deploy}]`,
  });
  const { operator, version } = packageObjects(readPackage(files));
  expect(readOperator(operator)).toMatchObject({ value: { metadata: { name: 'web' } } });
  const read = readOperatorVersion(version);
  expect(read).toMatchObject({
    value: {
      metadata: { name: 'web-1.0.0' },
      spec: {
        operator: { name: 'web' },
        version: '1.0.0',
        templates: { 'app.yaml': SOUND_PACKAGE['templates/app.yaml'] },
      },
    },
  });
  expect(version.spec.parameters).toEqual([
    { name: 'SIZE', default: '1', required: true, immutable: false },
    { name: 'B', trigger: 'deploy', required: true, immutable: false },
  ]);
  expect(version.metadata.annotations).toHaveProperty([PARAMETER_FORM_ANNOTATION]);
  expect(readParameterForm(version)).toEqual({
    value: {
      groups: [{ name: 'g', prio: 1 }],
      parameters: { SIZE: { group: 'g', advanced: true, hint: 'h' } },
    },
  });
});

describe('files that are traps', () => {
  const entry = (name: string, type = 'file', size = 0) => ({ name, type, content: new Uint8Array(size) });
  it.each([
    ['../x.yaml', 'the path leads out of the package'],
    ['templates/../../x.yaml', 'the path leads out of the package'],
    ['/etc/passwd', 'the path is absolute'],
    ['a\\b', 'the path holds control characters or backslashes'],
    ['a\nb', 'the path holds control characters or backslashes'],
    ['./', 'the path is empty'],
    ['x'.repeat(600), 'the path is too long'],
  ])('refuses %s', (name, message) => {
    expect(problemOf(() => packageFiles([entry(name)]))).toContain(
      `: ${message}; pack the files under paths`,
    );
  });

  it('refuses links, devices, files twice, too many and too large ones', () => {
    const { fileBytes, files, bytes } = PACKAGE_LIMITS;
    const refused: [Iterable<ReturnType<typeof entry>>, string][] = [
      [[entry('a', 'symlink')], 'a: a symlink cannot be part of a package'],
      [[entry('a'), entry('./a')], 'a: the package has this file twice'],
      [[entry('operator.yaml', 'file', 10_000_000)], 'operator.yaml: the file is larger than 1048576 bytes'],
      [Array.from({ length: files + 1 }, (_entry, at) => entry(`f${String(at)}`)), 'more than 500 files'],
      [
        Array.from({ length: bytes / fileBytes + 1 }, (_entry, at) =>
          entry(`f${String(at)}`, 'file', fileBytes),
        ),
        'f16: with this file the package is larger than 16777216 bytes',
      ],
    ];
    for (const [entries, message] of refused)
      expect(problemOf(() => packageFiles(entries))).toContain(message);
    expect([...packageFiles([entry('templates/', 'directory'), entry('.//b/./c')]).keys()]).toEqual(['b/c']);
  });

  it('names file, line and field of YAML that is none, or a trap', () => {
    const texts: [string, string][] = [
      ['parameters:\n  - name: [', 'params.yaml:2: parameters.name: '],
      [
        'groups:\n  - name: a\nparameters:\n  - name: A\n    default: *x',
        'params.yaml:5: parameters.default: unknown',
      ],
      [
        `parameters:\n  - default: ${'['.repeat(5000)}`,
        'params.yaml:2: parameters.default: more than 100 lists and maps',
      ],
      [
        `parameters:\n  - default: "${'x'.repeat(2_000_000)}"`,
        'params.yaml:1: parameters: the text is larger',
      ],
      ['a: &a\n - *a', "params.yaml:2: a: anchor 'a' value contains itself; correct the YAML"],
    ];
    for (const [text, message] of texts)
      expect(problemOf(() => readPackage(filesOf({ ...SOUND_PACKAGE, 'params.yaml': text })))).toContain(
        message,
      );
    const broken = new Map([...filesOf(SOUND_PACKAGE), ['params.yaml', new Uint8Array([0xff])]]);
    expect(problemOf(() => readPackage(broken))).toBe('params.yaml: the file is not UTF-8; save it as UTF-8');
  });
});

const real = await realPackages();
it.runIf(real.length > 0).each(real)('reads $name and its nested operators', ({ files }) => {
  const nested = (all: PackageFiles): string[] =>
    [...all.keys()].flatMap((path) => /^(.+)\/operator\.yaml$/.exec(path)?.[1] ?? []);
  for (const directory of ['', ...nested(files)]) {
    const read = readPackage(files, directory);
    expect(read.operator.plans).toHaveProperty('deploy');
    expect(read.templates.size).toBeGreaterThan(0);
    expect(readOperatorVersion(packageObjects(read).version)).toHaveProperty('value');
  }
});
