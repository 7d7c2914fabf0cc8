import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { archiveName, packageTar } from '../package/archive.ts';
import { readPackage } from '../package/read.ts';
import { chooseVersion } from './choose.ts';
import { makeIndex, type PublishedPackage } from './make-index.ts';
import { readIndex } from './read-index.ts';
import type { RepositoryIndex } from './repository-index.ts';

const digest = (of: string): string => createHash('sha256').update(of).digest('hex');
const published = (
  name: string,
  operatorVersion: string,
  more: Partial<PublishedPackage['operator']> = {},
): PublishedPackage => ({
  file: `${name}-${operatorVersion}.tgz`,
  digest: digest(`${name}${operatorVersion}`),
  operator: { name, operatorVersion, ...more },
});

function made(
  ...[packages, settings]: Parameters<typeof makeIndex>
): Extract<ReturnType<typeof makeIndex>, { text: string }> {
  const making = makeIndex(packages, settings);
  if ('problem' in making) throw new Error(making.problem);
  return making;
}

function readAgain(text: string): RepositoryIndex {
  const reading = readIndex(text);
  if ('problem' in reading) throw new Error(reading.problem.message);
  expect(reading.problems).toEqual([]);
  return reading.index;
}

it('writes operators by name, versions newest first, as Go writes YAML', () => {
  const maintainers = [{ name: 'Somebody', email: 'somebody@example.com' }];
  const { text } = made([
    published('web', '1.9.0'),
    published('kafka', '1.0.0', { appVersion: '2.10.0', description: 'Streams: many', maintainers }),
    published('web', '1.10.0'),
  ]);
  expect(text).toBe(`apiVersion: v1
entries:
  kafka:
  - appVersion: 2.10.0
    description: 'Streams: many'
    digest: ${digest('kafka1.0.0')}
    maintainers:
    - email: somebody@example.com
      name: Somebody
    name: kafka
    operatorVersion: 1.0.0
    urls:
    - kafka-1.0.0.tgz
  web:
  - digest: ${digest('web1.10.0')}
    name: web
    operatorVersion: 1.10.0
    urls:
    - web-1.10.0.tgz
  - digest: ${digest('web1.9.0')}
    name: web
    operatorVersion: 1.9.0
    urls:
    - web-1.9.0.tgz
`);
});

it('gives the same text in whatever order packages come, and what was written is read again', () => {
  const packages = [published('web', '1.0.0'), published('web', '2.0.0'), published('kafka', '1.0.0')];
  const { text, index } = made(packages);
  expect(made(packages.toReversed()).text).toBe(text);
  expect(new Map([...readAgain(text)].sort())).toEqual(new Map([...index].sort()));
});

it.each([
  ['https://example.com/v1', 'a.tgz', 'https://example.com/v1/a.tgz'],
  ['https://example.com/v1/', 'below/a.tgz', 'https://example.com/v1/below/a.tgz'],
  ['https://example.com', 'web-1.0.0+build 1.tgz', 'https://example.com/web-1.0.0%2Bbuild%201.tgz'],
  [undefined, 'a:b#c.tgz', 'a%3Ab%23c.tgz'],
])('under %s, %s is at %s', (url, file, address) => {
  const { index } = made([{ ...published('web', '1.0.0'), file }], { url });
  expect(index.get('web')?.[0]?.urls).toEqual([address]);
});

it('keeps what an existing index has, but for versions that are packed again, and names those that changed', () => {
  const { index: existing } = made(
    [published('web', '1.0.0'), published('web', '2.0.0'), published('old', '1.0.0')],
    {
      url: 'https://example.com/old',
    },
  );
  const again = { ...published('web', '2.0.0'), digest: digest('another') };
  const { index, changed } = made([published('web', '1.0.0'), again, published('web', '3.0.0')], {
    existing,
  });
  expect(changed).toEqual(['web 2.0.0']);
  expect(
    [...index].flatMap(([, all]) => all.map((each) => [each.name, each.operatorVersion, each.urls[0]])),
  ).toEqual([
    ['web', '3.0.0', 'web-3.0.0.tgz'],
    ['web', '2.0.0', 'web-2.0.0.tgz'],
    ['web', '1.0.0', 'web-1.0.0.tgz'],
    ['old', '1.0.0', 'https://example.com/old/old-1.0.0.tgz'],
  ]);
});

it.each([
  [
    'two archives of one version',
    [published('web', '1.0.0'), { ...published('web', '1.0.0'), file: 'again.tgz' }],
    'web-1.0.0.tgz and again.tgz are both web 1.0.0; leave one of them out',
  ],
  [
    'what nobody could read again',
    [published('No Name', '1.0.0')],
    'the index could not be read: entries.No Name (line 3): no operator can have this name; rename the operator',
  ],
])('makes none of %s', (_what, packages, problem) => {
  expect(makeIndex(packages)).toEqual({ problem });
});

const real = await realPackages();
it.runIf(real.length > 0)('has every real package, and finds each again', () => {
  const packages = real.map(({ files }): PublishedPackage => {
    const { operator } = readPackage(files);
    const sum = createHash('sha256').update(packageTar(files)).digest('hex');
    return { file: archiveName(operator), digest: sum, operator };
  });
  const index = readAgain(made(packages, { url: 'https://example.com/repository' }).text);
  expect(index.size).toBe(real.length);
  for (const { operator, digest: sum } of packages) {
    const { name, operatorVersion, appVersion } = operator;
    expect(chooseVersion(index, { name, operatorVersion, appVersion })).toMatchObject({
      version: { digest: sum },
    });
  }
});
