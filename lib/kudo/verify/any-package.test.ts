import { describe, expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { filesOf, SOUND_PACKAGE, soundPackageWith } from '../../testing/kudo-package.ts';
import { type Random, randomFrom } from '../../testing/random.ts';
import type { PackageFiles } from '../package/files.ts';
import { verifyPackage } from './verify.ts';

const size = '  size: "{{ .Params.SIZE }}"\n';
const template = (line: string): PackageFiles =>
  soundPackageWith('templates/app.yaml', [size, `${size}${line}\n`]);
const params = (fields: string): PackageFiles =>
  soundPackageWith('params.yaml', ['    default: "1"\n', fields]);

describe('packages that are traps', () => {
  it('end in findings', () => {
    const traps: PackageFiles[] = [
      filesOf({}),
      filesOf({ ...SOUND_PACKAGE, 'params.yaml': '[' }),
      filesOf({ ...SOUND_PACKAGE, 'operator.yaml': `a: ${'{a: '.repeat(3000)}` }),
      template('  a: {{ range until 100000000 }}x{{ end }}'),
      template('  a: {{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}'),
      params(`    type: array\n    default: "${'['.repeat(5000)}"\n`),
    ];
    for (const files of traps)
      expect(verifyPackage(files).findings.map(({ severity }) => severity)).toContain('error');
  });

  it('are not rendered any further after many failures', () => {
    const names = Array.from({ length: 100 }, (_name, at) => `t${String(at)}.yaml`);
    const files = filesOf({
      ...SOUND_PACKAGE,
      'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace(
        '- app.yaml',
        `- app.yaml${names.map((name) => `\n        - ${name}`).join('')}`,
      ),
      ...Object.fromEntries(names.map((name) => [`templates/${name}`, '{{ fail "no" }}'])),
    });
    expect(verifyPackage(files).findings).toHaveLength(20);
  });
});

const real = await realPackages();
it.runIf(real.length > 0).each(real)('$name is sound: no error, no warning', ({ name, files }) => {
  const nested = [...files.keys()].flatMap((path) => /^(.+)\/operator\.yaml$/.exec(path)?.[1] ?? []);
  for (const directory of ['', ...nested]) expect(verifyPackage(files, { directory }).findings).toEqual([]);
  if (name.startsWith('sample-form'))
    expect(verifyPackage(files, { parameterChecks: ['all'] }).findings).toEqual([]);
});

/** Pieces that YAML, Go's templates and the rules look at. */
const PIECES = [
  ...[
    '\n',
    '  ',
    '- ',
    ': ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '&a ',
    '*a',
    '<<: ',
    '|',
    '>',
    '!!int ',
    '#',
    '---\n',
    '\t',
  ],
  ...[
    '{{ ',
    ' }}',
    '{{ end }}',
    '{{ if ',
    '.Params.',
    '$',
    'null',
    '~',
    'yes',
    '1e999',
    '.inf',
    '\u0000',
    '\ud800',
  ],
];

function broken(files: PackageFiles, random: Random): PackageFiles {
  const [path, content] = random.pick([...files]);
  let text = new TextDecoder().decode(content);
  for (let change = 0; change < 3; change += 1) {
    const at = random.below(text.length + 1);
    const until = random.chance(0.5) ? at : at + random.below(20);
    text = text.slice(0, at) + (random.chance(0.8) ? random.pick(PIECES) : '') + text.slice(until);
  }
  return new Map([...files, [path, new TextEncoder().encode(text)]]);
}

it('no broken package makes it throw, and every finding has a file and something to do', () => {
  const random = randomFrom(seedOr(21));
  const sources = [filesOf(SOUND_PACKAGE), ...real.map(({ files }) => files)];
  let found = 0;
  for (let round = 0; round < effort(400, 20_000); round += 1) {
    for (const finding of verifyPackage(broken(random.pick(sources), random)).findings) {
      found += 1;
      expect([finding.file, finding.fix]).not.toContain('');
    }
  }
  expect(found).toBeGreaterThan(100);
});
