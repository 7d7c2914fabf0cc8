import { describe, expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { randomFrom } from '../../testing/random.ts';
import { packageAddresses } from './package-address.ts';
import { readIndex, indexProblemText, type IndexReading } from './read-index.ts';
import { versionKey } from './repository-index.ts';

const DIGEST = 'ab'.repeat(32);

/** What a reading says, for tables. */
function told(reading: IndexReading): { versions?: string[]; problems: string[]; more?: number } {
  if ('problem' in reading) return { problems: [indexProblemText(reading.problem)] };
  const { index, problems, more } = reading;
  return {
    versions: [...index].flatMap(([name, all]) => all.map((each) => `${name} ${versionKey(each)}`)),
    problems: problems.map(indexProblemText),
    ...(more === 0 ? {} : { more }),
  };
}

/** An index with one more version of `web`, beside one that is sound. */
const withEntry = (entry: string): string =>
  `apiVersion: v1\nentries:\n  web:\n    - ${entry}\n    - {operatorVersion: 1.0.0, urls: [web-1.0.0.tgz]}\n`;

describe('readIndex', () => {
  it('reads every field, versions newest first', () => {
    const text = `apiVersion: v1
entries:
  kafka:
    - name: kafka
      operatorVersion: 1.2.0
      appVersion: 2.9.0
      urls: [kafka-2.9.0_1.2.0.tgz]
    - appVersion: 2.10.0
      operatorVersion: 1.1.0
      description: Streams
      digest: sha256:${DIGEST.toUpperCase()}
      maintainers:
        - name: Somebody
          email: somebody@example.com
      urls:
        - https://example.com/kafka.tgz
        - ../kafka.tgz
    - operatorVersion: 9.0.0
      urls: [old.tgz]
    - appVersion: 2.10.0
      operatorVersion: 1.2.0-beta1
      urls: [beta.tgz]
generated: "2020-01-01T00:00:00Z"
`;
    const reading = readIndex(text);
    expect(told(reading)).toEqual({
      versions: ['kafka 2.10.0_1.2.0-beta1', 'kafka 2.10.0_1.1.0', 'kafka 2.9.0_1.2.0', 'kafka 9.0.0'],
      problems: [],
    });
    expect('index' in reading && reading.index.get('kafka')?.[1]).toEqual({
      ...{ name: 'kafka', appVersion: '2.10.0', operatorVersion: '1.1.0', description: 'Streams' },
      digest: DIGEST,
      maintainers: [{ name: 'Somebody', email: 'somebody@example.com' }],
      urls: ['https://example.com/kafka.tgz', '../kafka.tgz'],
    });
  });

  it.each([
    ['an index without operators', 'apiVersion: v1\n'],
    ['an index whose entries are nothing', 'apiVersion: v1\nentries:\n'],
    ['an operator without versions', 'apiVersion: v1\nentries:\n  web:\n'],
  ])('finds nothing wrong with %s', (_what, text) => {
    expect(told(readIndex(text))).toEqual({ versions: [], problems: [] });
  });

  it.each([
    ['', '(line 1): it is no index of a repository; give the address of its index.yaml'],
    ['<html></html>', '(line 1): it is no index of a repository; give the address of its index.yaml'],
    ['entries: {}', 'apiVersion (line 1): no API version specified; write apiVersion: v1'],
    ['\napiVersion: v2', 'apiVersion (line 2): expecting v1 but got "v2"; make the index again'],
    ['apiVersion: v1\nentries: [web]', 'entries (line 2): it is no map; write operators by their names'],
    ['a: [', expect.stringMatching(/^\(line 1\): .*; correct the YAML/) as string],
    [
      `apiVersion: v1\n#${'x'.repeat(1_048_576)}`,
      expect.stringContaining('the text is larger than') as string,
    ],
  ])('cannot use %j', (text, problem) => {
    expect(told(readIndex(text))).toEqual({ problems: [problem] });
  });

  it.each([
    ['nothing', 'web.0 (line 4): it is no map; write the fields of one version'],
    ['{urls: [a.tgz]}', 'web.0.operatorVersion (line 4): it is missing; write a version such as 1.2.3'],
    [
      '{operatorVersion: latest, urls: [a.tgz]}',
      'web.0.operatorVersion (line 4): "latest" is no semantic version; write a version such as 1.2.3',
    ],
    [
      '{operatorVersion: 2.0.0, appVersion: [1], urls: [a.tgz]}',
      'web.0.appVersion (line 4): it is a list; write a text',
    ],
    [
      '{operatorVersion: 2.0.0, name: other, urls: [a.tgz]}',
      'web.0.name (line 4): it is "other" in the list of "web"; move it, or rename it',
    ],
    ['{operatorVersion: 2.0.0}', 'web.0.urls (line 4): there is none; write where the archive is'],
    ['{operatorVersion: 2.0.0, urls: a.tgz}', 'web.0.urls (line 4): it is a scalar; write a list'],
    [
      '{operatorVersion: 2.0.0, urls: [a.tgz, "file:///etc/passwd"]}',
      'web.0.urls.1 (line 4): it begins with file:, not with http: or https:; write where the archive is',
    ],
    [
      '{operatorVersion: 2.0.0, urls: ["https://me:word@example.com/a.tgz"]}',
      'web.0.urls.0 (line 4): it holds a user or a password; write where the archive is',
    ],
    [
      '{operatorVersion: 2.0.0, urls: [a.tgz], digest: abc}',
      'web.0.digest (line 4): "abc" is no SHA-256; write the 64 hexadecimal digits of the archive, or leave it out',
    ],
    [
      '{operatorVersion: 2.0.0, urls: [a.tgz], maintainers: [me]}',
      'web.0.maintainers.0 (line 4): it is a scalar; write name and email',
    ],
    [
      '{operatorVersion: 2.0.0, urls: [a.tgz], maintainers: [{name: [me]}]}',
      'web.0.maintainers.0.name (line 4): it is a list; write a text',
    ],
    [
      `{operatorVersion: 2.0.0, urls: [a.tgz], description: ${'x'.repeat(8193)}}`,
      'web.0.description (line 4): it has more than 8192 characters; make it shorter',
    ],
    [
      `{operatorVersion: 2.0.0, urls: [${'a.tgz, '.repeat(17)}]}`,
      'web.0.urls (line 4): it has more than 16 items; leave some out',
    ],
  ])('leaves out %s, and its neighbour stays', (entry, problem) => {
    expect(told(readIndex(withEntry(entry)))).toEqual({
      versions: ['web 1.0.0'],
      problems: [`entries.${problem}`],
    });
  });

  it('keeps the first of equal versions', () => {
    expect(told(readIndex(withEntry('{operatorVersion: 1.0.0, urls: [a.tgz]}')))).toEqual({
      versions: ['web 1.0.0'],
      problems: [
        'entries.web.1.operatorVersion (line 5): this version is there already; remove one of the two',
      ],
    });
  });

  it('leaves out operators that cannot be, and the others stay', () => {
    const text =
      'apiVersion: v1\nentries:\n  __proto__: [{operatorVersion: 1.0.0, urls: [a.tgz]}]\n  web: {}\n  ok: [{operatorVersion: 1.0.0, urls: [a.tgz]}]\n';
    expect(told(readIndex(text))).toEqual({
      versions: ['ok 1.0.0'],
      problems: [
        'entries.__proto__ (line 3): no operator can have this name; rename the operator',
        'entries.web (line 4): it is no list; write a list of versions',
      ],
    });
  });

  it('reads numbers as Go does where a text is wanted, as it does in packages', () => {
    expect(
      told(readIndex(withEntry('{operatorVersion: 2.0.0, appVersion: 1.10, urls: [a.tgz]}'))).versions,
    ).toEqual(['web 1.1_2.0.0', 'web 1.0.0']);
  });

  it('stops at a number of versions and of problems, and says so', () => {
    const entries = Array.from(
      { length: 10_100 },
      (_, at) => `    - {operatorVersion: ${String(at)}.0.0, urls: [a]}`,
    );
    const reading = told(readIndex(`apiVersion: v1\nentries:\n  web:\n${entries.join('\n')}\n`));
    expect(reading.versions).toHaveLength(10_000);
    expect(reading.versions?.[0]).toBe('web 9999.0.0');
    expect(reading.problems).toHaveLength(100);
    expect(reading.problems[0]).toBe(
      'entries.web.10000 (line 10004): the index has more than 10000 versions; leave out old ones',
    );
    const many = `apiVersion: v1\nentries:\n  web: [${'{}, '.repeat(150)}]\n`;
    expect(told(readIndex(many))).toMatchObject({ versions: [], more: 50 });
  });
});

const SOUND = `apiVersion: v1
entries:
  kafka:
    - {operatorVersion: 1.2.0, appVersion: 2.9.0, urls: [a.tgz], digest: ${DIGEST}}
    - operatorVersion: 1.1.0
      description: |
        Streams
      maintainers: [{name: Somebody, email: somebody@example.com}]
      urls: ["https://example.com/a.tgz"]
  web:
    - {operatorVersion: 1.0.0, urls: [../web.tgz]}
`;
const PIECES = [
  '\n',
  '  ',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '"',
  '&a ',
  '*a',
  '~',
  '1e9',
  'http://',
  '@',
  '#',
  '\ud800',
];

it('no broken index makes it throw: what it gives can be used, and each problem says what to do', () => {
  const random = randomFrom(seedOr(22));
  let [told, kept] = [0, 0];
  for (let round = 0; round < effort(500, 20_000); round += 1) {
    let text = SOUND;
    for (let change = 0; change < 2; change += 1) {
      const at = random.below(text.length + 1);
      text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.below(12));
    }
    const reading = readIndex(text);
    const problems = 'problem' in reading ? [reading.problem] : reading.problems;
    for (const { message, fix, line } of problems) {
      told += 1;
      expect([message, fix]).not.toContain('');
      expect(line).toBeGreaterThan(0);
    }
    const versions = 'problem' in reading ? [] : [...reading.index.values()].flat();
    for (const version of versions) {
      kept += 1;
      expect(packageAddresses(version, 'https://example.com/index.yaml').join(' ')).toMatch(/^https?:/);
    }
  }
  expect(Math.min(told, kept)).toBeGreaterThan(100);
});
