/** The rules by which a catalog is valid (OLM 11-13, 42), one case each: what breaks it is named, and nothing else suffers. */
import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { below, jsonLines } from '../testing/temporary.ts';
import { bundleFiles, fbcBundle, fbcPackage } from '#lib/testing/bundle-files.ts';
import { catalogOfFiles, warningLines } from '../testing/catalog-of-files.ts';

interface Row {
  name: string;
  /** Entries of the file `b.jsonl`, one a line. */
  bad: readonly unknown[];
  /** Beginnings of the warnings, as `package|entry|message`. */
  want: readonly string[];
  /** What is left of package `bad`, as `channel head: entries; bundles`; without it nothing is. */
  left?: string;
}

const pkg = { schema: 'olm.package', name: 'bad', defaultChannel: 'c' };
const [first, second] = [fbcBundle('bad', '1.0.0'), fbcBundle('bad', '2.0.0')];

function channel(entries: readonly unknown[], name = 'c'): object {
  return { schema: 'olm.channel', package: 'bad', name, entries };
}

function deprecations(entries: readonly unknown[], name = 'bad'): object {
  return { schema: 'olm.deprecations', package: name, entries };
}

/** Version 2.0.0 with one more property, beside a sound 1.0.0. */
function withProperty(type: string, value?: unknown): unknown[] {
  const own = { type: 'olm.package', value: { packageName: 'bad', version: '2.0.0' } };
  const properties = [own, { type, ...optional({ value }) }];
  return [
    pkg,
    channel([{ name: 'bad.v2.0.0', replaces: 'bad.v1.0.0' }, { name: 'bad.v1.0.0' }]),
    first,
    { ...second, properties },
  ];
}

const lost = 'bad|bad.v2.0.0|line 2: channel c lists it, but there is no usable bundle of that name; add one';
const oneLeft = 'c bad.v1.0.0: bad.v2.0.0 bad.v1.0.0; bad.v1.0.0';
const sound = [pkg, channel([{ name: 'bad.v1.0.0' }]), first];
const whole = 'c bad.v1.0.0: bad.v1.0.0; bad.v1.0.0';
const gone = 'bad|-|line 1: no channel is usable; the package is left out';

const packageRows: Row[] = [
  {
    name: 'a package name that is no DNS label',
    bad: fbcPackage('Bad_Name', ['1.0.0']),
    want: ['Bad_Name|-|line 1: the name is no DNS label; rename the package: at most 63 lower-case'],
  },
  {
    name: 'a package name with a dot',
    bad: fbcPackage('bad.name', ['1.0.0']),
    want: ['bad.name|-|line 1: the name is no DNS label'],
  },
  {
    name: 'a package name that is too long',
    bad: fbcPackage('a'.repeat(64), ['1.0.0']),
    want: [`${'a'.repeat(64)}|-|line 1: the name is no DNS label; rename the package: at most 63`],
  },
  {
    name: 'a package without a name',
    bad: [{ schema: 'olm.package', defaultChannel: 'c' }],
    want: ['-|-|line 1: olm.package is not valid: name: '],
  },
  {
    name: 'a package called __proto__',
    bad: fbcPackage('__proto__', ['1.0.0']),
    want: ['__proto__|-|line 1: the name is no DNS label'],
  },
  {
    name: 'a package declared twice',
    bad: [...sound, { ...pkg, defaultChannel: 'other' }],
    want: ['bad|-|line 4: the package is there already; keep one'],
    left: whole,
  },
  {
    name: 'a package that no entry declares',
    bad: [channel([{ name: 'bad.v1.0.0' }]), first],
    want: ['bad|-|line 1: no olm.package entry declares the package; add one'],
  },
  {
    name: 'a package without a channel',
    bad: [pkg, first],
    want: ['bad|-|line 1: it has no channel; add one; the package is left out'],
  },
  {
    name: 'a default channel that is not there',
    bad: [{ ...pkg, defaultChannel: 'nope' }, ...sound.slice(1)],
    want: ['bad|-|line 1: the default channel nope does not exist; c stands in for it; name one of its'],
    left: whole,
  },
  {
    name: 'no default channel',
    bad: [{ schema: 'olm.package', name: 'bad' }, ...sound.slice(1)],
    want: ['bad|-|line 1: no default channel is set; c stands in for it; name one of its channels'],
    left: whole,
  },
];

const channelRows: Row[] = [
  {
    name: 'two heads',
    bad: [pkg, channel([{ name: 'bad.v1.0.0' }, { name: 'bad.v2.0.0' }]), first, second],
    want: [
      'bad|c|line 2: a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel "c" of package "bad": bad.v1.0.0, bad.v2.0.0; let the newest',
      gone,
    ],
  },
  {
    name: 'no head',
    bad: [
      pkg,
      channel([
        { name: 'bad.v1.0.0', replaces: 'bad.v2.0.0' },
        { name: 'bad.v2.0.0', replaces: 'bad.v1.0.0' },
      ]),
      first,
      second,
    ],
    want: [
      'bad|c|line 2: no channel heads (entries not replaced by another entry) found in channel "c" of package "bad"; let one',
      gone,
    ],
  },
  {
    name: 'a cycle below the head',
    bad: [
      pkg,
      channel([
        { name: 'bad.v3.0.0', replaces: 'bad.v2.0.0' },
        { name: 'bad.v2.0.0', replaces: 'bad.v1.0.0' },
        { name: 'bad.v1.0.0', replaces: 'bad.v2.0.0' },
      ]),
      first,
      second,
      fbcBundle('bad', '3.0.0'),
    ],
    want: [
      'bad|c|line 2: a cycle exists in the chain of replacement beginning with "bad.v3.0.0" in channel "c" of package "bad"; let the last',
      gone,
    ],
  },
  {
    name: 'a broken channel beside a sound one',
    bad: [...sound, second, channel([{ name: 'bad.v1.0.0' }, { name: 'bad.v2.0.0' }], 'd')],
    want: ['bad|d|line 5: a unique replacement chain', 'bad|bad.v2.0.0|line 4: no channel lists the bundle'],
    left: whole,
  },
  {
    name: 'an entry that nothing leads to',
    bad: [
      pkg,
      channel([
        { name: 'bad.v1.0.0' },
        { name: 'bad.v2.0.0', skips: ['bad.v3.0.0'] },
        { name: 'bad.v3.0.0', replaces: 'bad.v1.0.0' },
      ]),
      first,
      second,
      fbcBundle('bad', '3.0.0'),
    ],
    want: ['bad|bad.v1.0.0|line 2: channel c: no chain of replacement from the head reaches this entry; let'],
    left: 'c bad.v2.0.0: bad.v1.0.0 bad.v2.0.0 bad.v3.0.0; bad.v1.0.0 bad.v2.0.0 bad.v3.0.0',
  },
  {
    name: 'an entry listed twice',
    bad: [pkg, channel([{ name: 'bad.v1.0.0' }, { name: 'bad.v1.0.0' }]), first],
    want: ['bad|bad.v1.0.0|line 2: is listed twice in channel c; the second time is left out'],
    left: whole,
  },
  {
    name: 'an entry without a bundle',
    bad: [pkg, channel([{ name: 'bad.v2.0.0', replaces: 'bad.v1.0.0' }, { name: 'bad.v1.0.0' }]), first],
    want: [lost],
    left: oneLeft,
  },
  {
    name: 'a channel of which no bundle is left',
    bad: [pkg, channel([{ name: 'bad.v1.0.0' }])],
    want: [
      'bad|bad.v1.0.0|line 2: channel c lists it',
      'bad|c|line 2: no entry of the channel has a usable bundle; the channel is left out',
      gone,
    ],
  },
  {
    name: 'a channel name that is there already',
    bad: [...sound, channel([{ name: 'bad.v1.0.0' }])],
    want: ['bad|c|line 4: a channel of that name is there already; keep one of the two'],
    left: whole,
  },
  {
    name: 'a channel without entries',
    bad: [...sound, channel([], 'd')],
    want: ['bad|d|line 4: olm.channel is not valid: entries: '],
    left: whole,
  },
  {
    name: 'a channel of the wrong shape',
    bad: [...sound, { ...channel([], 'd'), entries: 'none' }],
    want: ['bad|d|line 4: olm.channel is not valid: entries: '],
    left: whole,
  },
  {
    name: 'a channel without a package',
    bad: [...sound, { schema: 'olm.channel', name: 'd', entries: [{ name: 'bad.v1.0.0' }] }],
    want: ['-|d|line 4: olm.channel is not valid: package: '],
    left: whole,
  },
  {
    name: 'a channel longer than any',
    bad: [
      ...sound,
      channel(
        Array.from({ length: 2_001 }, (_, n) => ({ name: `bad.v${String(n)}` })),
        'd',
      ),
    ],
    want: ['bad|d|line 4: olm.channel is not valid: entries: '],
    left: whole,
  },
  {
    name: 'a skipRange that cannot be read',
    bad: [pkg, channel([{ name: 'bad.v1.0.0', skipRange: '^1' }]), first],
    want: ['bad|bad.v1.0.0|line 2: skipRange "^1" is no version range; it counts for nothing'],
    left: whole,
  },
  {
    name: 'a tail that replaces what no catalog has',
    bad: [pkg, channel([{ name: 'bad.v1.0.0', replaces: 'bad.v0.1.0' }]), first],
    want: [],
    left: whole,
  },
];

const bundleRows: Row[] = [
  {
    name: 'a version that is none',
    bad: [...sound, fbcBundle('bad', 'v2')],
    want: ['bad|bad.vv2|line 4: version "v2" is not semver; write it like 1.2.3'],
    left: whole,
  },
  {
    name: 'a version with a leading zero',
    bad: [...sound, fbcBundle('bad', '2.01.0')],
    want: ['bad|bad.v2.01.0|line 4: version "2.01.0" is not semver'],
    left: whole,
  },
  {
    name: 'two bundles of one version',
    bad: [...sound, { ...first, name: 'twin' }],
    want: ['bad|twin|line 4: version 1.0.0 is already that of bad.v1.0.0; give each its own'],
    left: whole,
  },
  {
    name: 'two bundles of one name',
    bad: [...sound, first],
    want: ['bad|bad.v1.0.0|line 4: a bundle of that name is there already; keep one of the two'],
    left: whole,
  },
  {
    name: 'a bad bundle before a good one of its name',
    bad: [pkg, channel([{ name: 'bad.v1.0.0' }]), { ...first, image: '' }, first],
    want: ['bad|bad.v1.0.0|line 3: bundle image must be set; the bundle is left out'],
    left: whole,
  },
  {
    name: 'a bundle that no channel lists',
    bad: [...sound, second],
    want: ['bad|bad.v2.0.0|line 4: no channel lists the bundle; add an entry to one; it is left out'],
    left: whole,
  },
  {
    name: 'a bundle name that is no DNS name',
    bad: [...sound, { ...second, name: 'Bad_2' }],
    want: ['bad|Bad_2|line 4: the name is no DNS name; rename the bundle: at most 253 lower-case'],
    left: whole,
  },
  {
    name: 'no olm.package property',
    bad: [...sound, fbcBundle('bad', '2.0.0', { properties: [] })],
    want: [
      'bad|bad.v2.0.0|line 4: it must have exactly one olm.package property, with packageName and version',
    ],
    left: whole,
  },
  {
    name: 'two olm.package properties',
    bad: withProperty('olm.package', { packageName: 'bad', version: '2.0.0' }),
    want: ['bad|bad.v2.0.0|line 4: it must have exactly one olm.package property', lost],
    left: oneLeft,
  },
  {
    name: 'the olm.package property of another package',
    bad: [
      ...sound,
      { ...second, properties: [{ type: 'olm.package', value: { packageName: 'good', version: '2.0.0' } }] },
    ],
    want: ['bad|bad.v2.0.0|line 4: its olm.package property names another package, good'],
    left: whole,
  },
  {
    name: 'neither image nor manifests',
    bad: [...sound, fbcBundle('bad', '2.0.0', { image: '' })],
    want: ['bad|bad.v2.0.0|line 4: bundle image must be set; the bundle is left out'],
    left: whole,
  },
  {
    name: 'a property without a value',
    bad: withProperty('my.property'),
    want: ['bad|bad.v2.0.0|line 4: olm.bundle is not valid: properties.1.value: ', lost],
    left: oneLeft,
  },
  {
    name: 'manifests that are no JSON',
    bad: withProperty('olm.bundle.object', { data: Buffer.from('{"a":').toString('base64') }),
    want: ['bad|bad.v2.0.0|line 4: an olm.bundle.object is no JSON in base64', lost],
    left: oneLeft,
  },
];

const propertyRows: Row[] = (
  [
    ['olm.gvk', { group: 'g', version: 'v1' }, 'is not as OLM reads it: kind: '],
    ['olm.gvk', 'Thing', 'is not as OLM reads it: '],
    ['olm.gvk.required', { group: 'g', kind: 'K', version: 1 }, 'is not as OLM reads it: version: '],
    ['olm.package.required', { packageName: 'other' }, 'is not as OLM reads it: versionRange: '],
    [
      'olm.package.required',
      { packageName: '', versionRange: '>=1.0.0' },
      'is not as OLM reads it: packageN',
    ],
    [
      'olm.package.required',
      { packageName: 'other', versionRange: '^1.0' },
      'is not as OLM reads it: versionRange: versionRange is no version range; correct it',
    ],
    ['olm.constraint', {}, 'is not as OLM reads it: must say one of gvk, package, all, any, not, cel'],
    ['olm.constraint', { failureMessage: 'why' }, 'is not as OLM reads it: must say one of'],
    ['olm.constraint', { cel: { rule: 'true' }, al: {} }, 'is not as OLM reads it: Unrecognized key: "al"'],
    [
      'olm.constraint',
      { all: { constraints: [{ gvk: { group: 'g', version: 'v1', kind: 'K', x: 1 } }] } },
      'is not as OLM reads it: all.constraints.0.gvk: Unrecognized key: "x"',
    ],
    [
      'olm.constraint',
      { gvk: { group: 'g', version: 'v1', kind: 'K' }, cel: { rule: 'true' } },
      'is not as OLM reads it: must say one of',
    ],
    ['olm.constraint', { any: { constraints: [] } }, 'is not as OLM reads it: any.constraints: '],
    ['olm.constraint', { cel: { rule: '' } }, 'is not as OLM reads it: cel.rule: '],
    ['olm.constraint', { cel: { rule: 'x'.repeat(128 * 1024) } }, 'is larger than 131072 bytes'],
    ['olm.csv.metadata', 'text', 'is not as OLM reads it: '],
    ['my.property', null, 'has no value; give it one or take it out'],
    ['my.property', 'x'.repeat(128 * 1024), 'is larger than 131072 bytes'],
    [
      'my.property',
      JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`),
      'is larger than 131072 bytes or nested',
    ],
  ] as const
).map(([type, value, fault]) => ({
  name: `a property ${type} of ${JSON.stringify(value).slice(0, 60)}`,
  bad: withProperty(type, value),
  want: [`bad|bad.v2.0.0|line 4: property 2 (${type}) ${fault}`, lost],
  left: oneLeft,
}));

const soundProperties: Row[] = (
  [
    ['olm.gvk', { group: '', version: 'v1', kind: 'K' }],
    ['olm.gvk.required', { group: 'g', version: 'v1', kind: 'K', plural: 'ks' }],
    ['olm.package.required', { packageName: 'other', versionRange: '>=1.0.0 <2.0.0 || 3.x' }],
    ['olm.constraint', { failureMessage: 'why', cel: { rule: 'properties.exists(p, true)' } }],
    [
      'olm.constraint',
      {
        all: {
          constraints: [
            { not: { constraints: [{ package: { packageName: 'p', versionRange: '<1.0.0' } }] } },
            { any: { constraints: [{ gvk: { group: 'g', version: 'v1', kind: 'K' } }] } },
          ],
        },
      },
    ],
    ['olm.channel', { name: 'c' }],
    ['olm.deprecated', {}],
    ['olm.maxOpenShiftVersion', '4.20'],
    ['my.property', { __proto__: null, anything: [false, 0, ''] }],
  ] as const
).map(([type, value]) => ({
  name: `a sound property ${type}`,
  bad: withProperty(type, value),
  want: [],
  left: 'c bad.v2.0.0: bad.v2.0.0 bad.v1.0.0; bad.v1.0.0 bad.v2.0.0',
}));

const deprecationRows: Row[] = [
  {
    name: 'two entries of deprecations',
    bad: [...sound, deprecations([]), deprecations([])],
    want: ['bad|-|line 5: deprecations are there already; put all into one entry'],
    left: whole,
  },
  {
    name: 'a deprecation of a bundle that is not there',
    bad: [...sound, deprecations([{ reference: { schema: 'olm.bundle', name: 'gone' }, message: 'm' }])],
    want: ['bad|gone|line 4: a deprecation names an olm.bundle that does not exist'],
    left: whole,
  },
  {
    name: 'a deprecation of a channel without a name',
    bad: [...sound, deprecations([{ reference: { schema: 'olm.channel' }, message: 'm' }])],
    want: ['bad|-|line 4: a deprecation names an olm.channel that does not exist: it has no name'],
    left: whole,
  },
  {
    name: 'a deprecation of the package by name',
    bad: [...sound, deprecations([{ reference: { schema: 'olm.package', name: 'bad' }, message: 'm' }])],
    want: ['bad|bad|line 4: a deprecation of the package must not have a name'],
    left: whole,
  },
  {
    name: 'a deprecation of something else',
    bad: [...sound, deprecations([{ reference: { schema: 'olm.icon', name: 'x' }, message: 'm' }])],
    want: ['bad|x|line 4: a deprecation is of schema olm.icon: only packages, channels and bundles'],
    left: whole,
  },
  {
    name: 'a deprecation said twice',
    bad: [
      ...sound,
      deprecations([
        { reference: { schema: 'olm.channel', name: 'c' }, message: 'one' },
        { reference: { schema: 'olm.channel', name: 'c' }, message: 'two' },
      ]),
    ],
    want: ['bad|c|line 4: a deprecation of it is there already; the first one counts'],
    left: whole,
  },
  {
    name: 'deprecations of a package that nobody declares',
    bad: [...sound, deprecations([], 'ghost')],
    want: ['ghost|-|line 4: no olm.package entry declares the package'],
    left: whole,
  },
];

const fileRows: Row[] = [
  {
    name: 'entries without a schema',
    bad: [...sound, { hello: 'world' }, null, 7],
    want: ['-|-|3 entries without a schema are left out: give each one, or take it out; lines 4, 5, 6'],
    left: whole,
  },
  {
    name: 'a schema that nobody knows',
    bad: [...sound, { schema: 'custom.thing', package: 'bad', x: 1 }],
    want: [],
    left: whole,
  },
];

const good = jsonLines(fbcPackage('good', ['1.0.0', '1.1.0']));

function leftOf(found: CatalogPackage | undefined): string | undefined {
  return found === undefined
    ? undefined
    : [
        ...found.channels.map(
          ({ name, head, entries }) => `${name} ${head}: ${entries.map((entry) => entry.name).join(' ')}`,
        ),
        Object.keys(found.bundles).join(' '),
      ].join('; ');
}

describe.each([
  ['packages', packageRows],
  ['channels', channelRows],
  ['bundles', bundleRows],
  ['properties', [...propertyRows, ...soundProperties]],
  ['deprecations', deprecationRows],
  ['files', fileRows],
])('rules for %s', (_of, rows) => {
  it.each(rows)('$name', async ({ bad, want, left }) => {
    const alone = await catalogOfFiles({ 'a.jsonl': good });
    const { packages, warnings } = await catalogOfFiles({ 'a.jsonl': good, 'b.jsonl': jsonLines(bad) });
    const found = warningLines(warnings);
    expect(found).toEqual(want.map((text) => expect.stringContaining(`b.jsonl|${text}`)));
    expect(leftOf(packages.get('bad'))).toBe(left);
    expect([...packages.keys()].sort()).toEqual([...(left === undefined ? [] : ['bad']), 'good']);
    // As JSON: summaries come from getters.
    expect(JSON.stringify(packages.get('good'))).toBe(JSON.stringify(alone.packages.get('good')));
  });
});

describe('bundle directories', () => {
  const rows = [
    ['dependencies', { type: 'olm.constraint', value: { cel: {} } }, /property 1 \(olm\.constraint\)/],
    ['dependencies', { type: 'olm.package', value: { packageName: 'p', version: '~1' } }, /no version range/],
    ['properties', { type: 'olm.gvk', value: {} }, /property 1 \(olm\.gvk\) is not as OLM reads it/],
  ] as const;

  it.each(rows)('with bad %s are refused, and the other versions stay', async (kind, item, want) => {
    const files = { [`metadata/${kind}.yaml`]: JSON.stringify({ [kind]: [item] }) };
    const { packages, warnings } = await catalogOfFiles({
      ...below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
      ...below('op/2.0.0', bundleFiles({ package: 'op', version: '2.0.0', files })),
    });
    expect(Object.keys(packages.get('op')?.bundles ?? {})).toEqual(['op.v1.0.0']);
    expect(warningLines(warnings)).toEqual([expect.stringMatching(/^op\/2\.0\.0\|-\|-\|in its metadata, /)]);
    expect(warnings[0]?.message).toMatch(want);
  });

  const csvOf = (version: string, apiVersion: string): object => ({
    ...(JSON.parse(bundleFiles({ package: 'op', version })['manifests/csv.yaml'] ?? '{}') as object),
    apiVersion,
  });

  it.each(['operators.coreos.com/v1', 'v1alpha1'])(
    'whose CSV says apiVersion %s are read by its kind, as upstream does, and that is noted',
    async (apiVersion) => {
      const odd = csvOf('1.0.0', apiVersion);
      const data = Buffer.from(JSON.stringify(odd)).toString('base64');
      const properties = [
        { type: 'olm.package', value: { packageName: 'inlined', version: '1.0.0' } },
        { type: 'olm.bundle.object', value: { data } },
      ];
      const [pkg, channel] = fbcPackage('inlined', ['1.0.0']);
      const { packages, warnings } = await catalogOfFiles({
        ...below(
          'op/1.0.0',
          bundleFiles({
            package: 'op',
            version: '1.0.0',
            files: { 'manifests/csv.yaml': JSON.stringify(odd) },
          }),
        ),
        'catalog.jsonl': jsonLines([pkg, channel, fbcBundle('inlined', '1.0.0', { properties })]),
      });
      expect([...packages.keys()].sort()).toEqual(['inlined', 'op']);
      const usual = await catalogOfFiles(below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })));
      // What is created is the same as if it had said so.
      expect(packages.get('op')).toEqual(usual.packages.get('op'));
      expect(packages.get('inlined')?.bundles['inlined.v1.0.0']?.digest).toBe(
        packages.get('op')?.bundles['op.v1.0.0']?.digest,
      );
      const message = `its ClusterServiceVersion says apiVersion ${apiVersion} and is read as operators.coreos.com/v1alpha1`;
      expect(warningLines(warnings).filter((line) => line.includes(apiVersion))).toEqual([
        `catalog.jsonl|inlined|inlined.v1.0.0|line 3: ${message}`,
        `op/1.0.0|-|-|${message}`,
      ]);
    },
  );
});
