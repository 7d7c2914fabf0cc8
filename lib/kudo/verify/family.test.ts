import { expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import { packageFiles, type PackageFiles } from '../package/files.ts';
import { verifyFamily } from './family.ts';
import { findingText } from './verify.ts';

/** A sound operator of that name which installs another. */
const installing = (name: string, reference: string): Record<string, string> => ({
  ...SOUND_PACKAGE,
  'operator.yaml': SOUND_PACKAGE['operator.yaml']
    .replace('name: web', `name: ${name}`)
    .replace(
      'plans:\n',
      `  - name: other\n    kind: KudoOperator\n    spec:\n      package: ${reference}\nplans:\n`,
    )
    .replace('              - app\n', '              - app\n              - other\n'),
});
const below = (directory: string, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([file, text]) => [`${directory}/${file}`, text]));
const named = (name: string): Record<string, string> => ({
  ...SOUND_PACKAGE,
  'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web', `name: ${name}`),
});

function told(texts: Readonly<Record<string, string>>, archived = false): string[] {
  const { findings, elsewhere } = verifyFamily(filesOf(texts), { archived });
  return [...findings.map((finding) => `${finding.code} ${findingText(finding)}`), ...elsewhere];
}

const CYCLE =
  'operator-family operator.yaml: cyclic package dependency found when adding package worker-1.0.0 -> web-1.0.0; an operator cannot install itself: leave out one of the tasks';

it.each<[string, Record<string, string>, boolean, string[]]>([
  [
    'a nested operator that is sound',
    { ...installing('web', './worker'), ...below('worker', named('worker')) },
    false,
    [],
  ],
  [
    'a nested operator with a mistake',
    {
      ...installing('web', './worker'),
      ...below('worker', { ...named('worker'), 'params.yaml': 'parameters: {}' }),
    },
    false,
    [
      'unreadable worker/params.yaml:1: parameters: Invalid input: expected array, received object; correct it',
    ],
  ],
  [
    'a nested operator that is not there',
    installing('web', './worker'),
    true,
    [
      'unreadable worker/operator.yaml: operator package missing operator.yaml in worker; add operator.yaml at the root of the package',
    ],
  ],
  [
    'two operators that install each other',
    { ...installing('web', './worker'), ...below('worker', installing('worker', '../')) },
    false,
    [CYCLE],
  ],
  ['an operator by its name', installing('web', 'kafka'), true, ['kafka']],
  [
    'an operator at an address',
    installing('web', 'https://example.com/a.tgz'),
    true,
    ['https://example.com/a.tgz'],
  ],
  ['a folder beside that of the package', installing('web', '../worker'), false, ['../worker']],
  [
    'a folder that leads out of an archive',
    installing('web', '../worker'),
    true,
    [
      'operator-outside operator.yaml:14: ../worker leads out of the archive; put its folder into the package, or name an operator of a repository',
    ],
  ],
])('KUDO 73: %s', (_what, texts, archived, wanted) => {
  expect(told(texts, archived)).toEqual(wanted);
});

it.each([
  ['name: Web', 'name operator.yaml:2: "Web" cannot be the name of an object in a cluster'],
  ['name: ../web', 'name operator.yaml:2: "../web" cannot be the name of an object in a cluster'],
  ['name: web\nappVersion: 1.0.0-RC1', 'name operator.yaml:4: "web-1.0.0-RC1-1.0.0" cannot be the name'],
])('refuses what no object can be called: %j', (line, wanted) => {
  const text = SOUND_PACKAGE['operator.yaml'].replace('name: web', line);
  expect(told({ ...SOUND_PACKAGE, 'operator.yaml': text })).toEqual([
    expect.stringContaining(wanted) as string,
  ]);
});

const real = await realPackages();
it.runIf(real.length > 0).each(real)('$name is sound with all that is nested in it', ({ name, files }) => {
  expect(verifyFamily(files, { archived: true })).toMatchObject({ findings: [], elsewhere: [] });
  if (name.startsWith('sample-family'))
    expect(verifyFamily(withoutWorker(files), { archived: true }).findings).toHaveLength(1);
});

function withoutWorker(files: PackageFiles): PackageFiles {
  const kept = [...files].filter(([path]) => !path.startsWith('worker/'));
  return packageFiles(kept.map(([name, content]) => ({ name, type: 'file', content })));
}
