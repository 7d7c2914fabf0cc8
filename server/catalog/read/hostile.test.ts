/** Catalogs made to harm whoever reads them: refused or harmless, within bounds, and the neighbours live. */
import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { constants, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFiles, fbcBundle, fbcPackage } from '#lib/testing/bundle-files.ts';
import { catalogOfFiles, readFilesIn, type ReadFiles, warningLines } from '../testing/catalog-of-files.ts';
import { limits } from './limits.ts';
import { below, jsonLines, temporaryDirectory } from '../testing/temporary.ts';

const good = { 'good.jsonl': jsonLines(fbcPackage('good', ['1.0.0', '1.1.0'])) };
let goodAlone: string;

beforeAll(async () => {
  goodAlone = JSON.stringify((await catalogOfFiles(good)).packages.get('good'));
});

function expectGoodUnharmed({ packages }: ReadFiles): void {
  expect(JSON.stringify(packages.get('good'))).toBe(goodAlone);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
}

/** Many times its size once unpacked, at little cost: the same small member again and again. */
function bomb(unpacked: string | Buffer, times: number): Buffer {
  const member = gzipSync(unpacked, { level: constants.Z_BEST_COMPRESSION });
  return Buffer.concat(Array.from({ length: times }, () => member));
}

const MIB = 1024 * 1024;

/** Entries of package `odd`, of which one carries what is given. */
function withMetadata(metadata: unknown): string {
  const own = { type: 'olm.package', value: { packageName: 'odd', version: '1.0.0' } };
  const properties = [own, { type: 'olm.csv.metadata', value: metadata }];
  const [pkg, channel] = fbcPackage('odd', ['1.0.0']);
  return jsonLines([pkg, channel, fbcBundle('odd', '1.0.0', { properties })]);
}

const odd = jsonLines(fbcPackage('odd', ['1.0.0']));
const [oddPackage = '', oddChannel = '', oddBundle = ''] = odd.trimEnd().split('\n');
const opens = (count: number): string => '['.repeat(count);
const closes = (count: number): string => ']'.repeat(count);

interface Row {
  name: string;
  files: Record<string, string | Buffer>;
  want: readonly RegExp[];
  /** Package `odd` is there all the same. */
  lives?: true;
}

const rows: Row[] = [
  {
    name: 'a bomb of line feeds: 10 GiB in 10 MiB',
    files: { 'bomb.jsonl.gz': bomb(Buffer.alloc(64 * MIB, '\n'), 160) },
    want: [/^bomb\.jsonl\.gz\|.*unpacks to more than 200 times its size/],
  },
  {
    name: 'a bomb of one line',
    files: { 'bomb.json.gz': bomb(Buffer.alloc(64 * MIB, ' '), 160) },
    want: [/^bomb\.json\.gz\|.*unpacks to more than 200 times its size/],
  },
  {
    name: 'a bomb of good entries',
    files: { 'bomb.jsonl.gz': bomb(`${oddPackage}\n`.repeat(20_000), 100) },
    want: [
      /^bomb\.jsonl\.gz\|-\|-\|line \d+: cannot be read: unpacks to more than 200 times its size/,
      /^bomb\.jsonl\.gz\|odd\|-\|line 1: it has no channel; add one/,
      ...Array.from(
        { length: limits.warnings - 2 },
        () => /^bomb\.jsonl\.gz\|odd\|-\|line \d+: the package is there already/,
      ),
      /more warnings$/,
    ],
  },
  {
    name: 'gzip cut short',
    files: { 'cut.jsonl.gz': gzipSync(odd.repeat(50)).subarray(0, 100) },
    want: [/^cut\.jsonl\.gz\|.*cannot be read: unexpected end of file/, /^cut\.jsonl\.gz\|odd\|/],
  },
  {
    name: 'gzip that is none',
    files: { 'no.jsonl.gz': odd },
    want: [/^no\.jsonl\.gz\|.*cannot be read: incorrect header check/],
  },
  {
    name: 'a line without an end',
    files: { 'line.jsonl': Buffer.alloc(limits.document + MIB, 'x') },
    want: [/^line\.jsonl\|.*larger than allowed/],
  },
  {
    name: 'brackets within each other without end, on a line',
    files: { 'deep.jsonl': `${opens(2_000_000)}\n${odd}` },
    want: [/^deep\.jsonl\|-\|-\|line 1: more than 200 brackets within each other/],
    lives: true,
  },
  {
    name: 'brackets within each other over many lines',
    files: { 'deep.json': `${`${opens(1_000)}\n`.repeat(500)}${odd}` },
    want: [/^deep\.json\|-\|-\|line 1: /],
    lives: true,
  },
  {
    name: 'a property of many levels in a small entry',
    files: {
      'deep.jsonl': `${oddPackage}\n${oddChannel}\n${oddBundle.replace('"properties":[', `"properties":[{"type":"x","value":${opens(5_000)}${closes(5_000)}},`)}\n`,
    },
    want: [/odd\.v1\.0\.0\|line 3: property 1 \(x\) is larger/, /lists it/, /no entry/, /no channel/],
  },
  {
    name: 'a CSV of many levels',
    files: {
      'deep.jsonl': withMetadata({ displayName: 'Odd', x: 'deep' }).replace(
        '"deep"',
        `${opens(9_000)}${closes(9_000)}`,
      ),
    },
    want: [],
    lives: true,
  },
  {
    name: 'YAML of many levels',
    files: { 'deep.yaml': `---\na: ${opens(10_000)}\n---\n${odd.replaceAll('\n', '\n---\n')}` },
    want: [/^deep\.yaml\|-\|-\|line 2: is no YAML: nesting/],
    lives: true,
  },
  {
    name: 'a billion laughs',
    files: {
      'laughs.yaml': `---\na0: &a0 [lol, lol]\n${Array.from({ length: 9 }, (_, n) => `a${String(n + 1)}: &a${String(n + 1)} [${Array.from({ length: 9 }, () => `*a${String(n)}`).join(', ')}]`).join('\n')}\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^laughs\.yaml\|-\|-\|line 1: is no YAML we read: its aliases multiply too much/],
    lives: true,
  },
  {
    name: 'a long text that aliases multiply',
    files: {
      'long.yaml': `---\nx: &x ${'x'.repeat(900_000)}\na: &a [*x, *x, *x, *x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^long\.yaml\|-\|-\|line 1: is no YAML we read: its aliases multiply too much/],
    lives: true,
  },
  {
    name: 'a name of a field that aliases multiply',
    files: {
      'names.yaml': `---\nx: &x {${'n'.repeat(1000)}: 1}\na: &a [${'*x, '.repeat(30)}]\nb: &b [${'*a, '.repeat(30)}]\nc: [${'*b, '.repeat(30)}]\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^names\.yaml\|-\|-\|line 1: is no YAML we read: its aliases multiply too much/],
    lives: true,
  },
  {
    name: 'a text of 50 MB',
    files: {
      'text.yaml': `---\nx: ${`${'x'.repeat(1_000_000)}\n  `.repeat(50)}\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^text\.yaml\|-\|-\|line 1: document larger than \d+ bytes/],
    lives: true,
  },
  {
    name: 'more aliases than anybody needs',
    files: {
      'aliases.yaml': `---\na: &a 1\nb: [${'*a, '.repeat(1_000)}]\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^aliases\.yaml\|-\|-\|line \d+: is no YAML: .*alias/i],
    lives: true,
  },
  {
    name: 'merge keys that multiply',
    files: {
      'merge.yaml': `---\na: &a {${Array.from({ length: 2_000 }, (_, n) => `k${String(n)}: 1`).join(', ')}}\n${Array.from({ length: 50 }, (_, n) => `b${String(n)}: {<<: *a}`).join('\n')}\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^merge\.yaml\|-\|-\|line \d+: is no YAML: merge keys/],
    lives: true,
  },
  {
    name: 'an alias to what holds it',
    files: { 'self.yaml': `---\n&a [*a]\n---\n${odd.replaceAll('\n', '\n---\n')}` },
    want: [/^self\.yaml\|/],
    lives: true,
  },
  {
    name: 'a tag that would run something',
    files: { 'tag.yaml': `---\na: !!js/function "function () {}"\n---\n${odd.replaceAll('\n', '\n---\n')}` },
    want: [/^tag\.yaml\|-\|-\|line \d+: is no YAML: .*tag/],
    lives: true,
  },
  {
    name: 'keys that stand twice',
    files: {
      'twice.yaml': `---\nschema: olm.package\nschema: olm.bundle\n---\n${odd.replaceAll('\n', '\n---\n')}`,
    },
    want: [/^twice\.yaml\|-\|-\|line \d+: is no YAML: duplicated mapping key/],
    lives: true,
  },
  {
    name: 'numbers that are none',
    files: {
      'nan.jsonl': `{"schema":"olm.package","name":NaN}\n${odd}`,
      'nan.yaml': 'schema: olm.channel\npackage: odd\nname: .nan\nentries: .inf\n',
    },
    want: [
      /^nan\.jsonl\|-\|-\|line 1: is no JSON/,
      /^nan\.yaml\|odd\|-\|line 1: olm\.channel is not valid: name/,
    ],
    lives: true,
  },
  {
    name: '__proto__ and constructor everywhere',
    files: {
      'proto.jsonl': jsonLines([
        JSON.parse('{"__proto__":{"schema":"olm.package","name":"evil","polluted":1}}'),
        JSON.parse('{"schema":"olm.package","name":"constructor","defaultChannel":"toString"}'),
        {
          schema: 'olm.channel',
          package: 'constructor',
          name: '__proto__',
          entries: [{ name: 'constructor', replaces: 'valueOf', skips: ['__proto__'] }],
        },
        { schema: 'olm.deprecations', package: 'constructor', entries: [] },
      ]),
      'odd.jsonl': odd,
    },
    want: [
      /^proto\.jsonl\|-\|-\|1 entries without a schema/,
      /\|constructor\|constructor\|line 3: channel __proto__ lists it/,
      /\|constructor\|__proto__\|line 3: no entry of the channel/,
      /\|constructor\|-\|line 2: no channel is usable/,
    ],
    lives: true,
  },
  {
    name: 'bytes that are no UTF-8',
    files: {
      'bytes.jsonl': Buffer.concat([
        Buffer.from('{"schema":"olm.package","name":"'),
        Buffer.from([0xff, 0xc0, 0x80]),
        Buffer.from(`"}\n${odd}`),
      ]),
    },
    want: [/^bytes\.jsonl\|\uFFFD+\|-\|line 1: the name is no DNS label/],
    lives: true,
  },
  {
    name: 'half characters',
    files: { 'half.jsonl': withMetadata({ displayName: 'Odd \ud800', description: '\udfff'.repeat(9) }) },
    want: [],
    lives: true,
  },
  {
    name: 'a byte order mark and carriage returns',
    files: { 'windows.jsonl': `\uFEFF${odd.replaceAll('\n', '\r\n')}` },
    want: [],
    lives: true,
  },
  {
    name: 'zeros, escapes and a file in UTF-16',
    files: {
      'zero.jsonl': `{"schema":"olm.package","name":"a\\u0000b"}\n${odd}`,
      'wide.jsonl': Buffer.from(odd, 'utf16le'),
    },
    want: [
      /^wide\.jsonl\|.*no JSON/,
      /^wide\.jsonl\|/,
      /^wide\.jsonl\|/,
      /^wide\.jsonl\|/,
      /^zero\.jsonl\|a/,
    ],
    lives: true,
  },
  {
    name: 'names that would break a line or a terminal',
    files: { 'evil\n\u001b[31m\u202egnp.jsonl': '{"schema":', 'odd.jsonl': odd },
    want: [/^evil\n.\[31m\u202egnp\.jsonl\|-\|-\|line 1: is no JSON/],
    lives: true,
  },
  {
    name: 'texts without end',
    files: {
      'long.jsonl': jsonLines([
        { schema: 'olm.package', name: 'odd', defaultChannel: 'stable', description: 'd'.repeat(MIB) },
        JSON.parse(oddChannel),
        JSON.parse(oddBundle),
        fbcBundle('odd', '9'.repeat(MIB)),
        {
          schema: 'olm.channel',
          package: 'odd',
          name: 'c',
          entries: [{ name: 'odd.v1.0.0', skipRange: '1||'.repeat(MIB) }],
        },
      ]),
    },
    want: [
      /^long\.jsonl\|odd\|odd\.v9+…?\|line 4: olm\.bundle is not valid: name/,
      /\|odd\.v1\.0\.0\|line 5: skipRange "1\|\|/,
    ],
    lives: true,
  },
  {
    name: 'heads without number on one long chain',
    files: {
      'heads.jsonl': `${odd}${jsonLines([
        {
          schema: 'olm.channel',
          package: 'odd',
          name: 'heads',
          entries: [
            ...Array.from({ length: 1_000 }, (_, n) => ({
              name: `c${String(n)}`,
              replaces: `c${String(n + 1)}`,
            })),
            ...Array.from({ length: 1_000 }, (_, n) => ({ name: `h${String(n)}`, replaces: 'c0' })),
          ],
        },
      ])}`,
    },
    want: [
      ...Array.from({ length: limits.warnings }, () => /\|odd\|[ch]\d+\|line 4: channel heads lists it/),
      /more warnings$/,
    ],
    lives: true,
  },
  {
    name: 'a bundle directory that leaves itself',
    files: below(
      'bundle',
      bundleFiles({
        package: 'esc',
        version: '1.0.0',
        files: {
          'metadata/annotations.yaml': JSON.stringify({
            annotations: {
              'operators.operatorframework.io.bundle.package.v1': 'esc',
              'operators.operatorframework.io.bundle.manifests.v1': '../../../etc/',
            },
          }),
        },
      }),
    ),
    want: [/^bundle\|-\|-\|bundle must have exactly one ClusterServiceVersion and has 0/],
  },
];

describe('a hostile catalog', () => {
  it.each(rows)('with $name harms nobody else', async ({ files, want, lives }) => {
    const read = await catalogOfFiles({ ...files, ...good });
    expectGoodUnharmed(read);
    expect(warningLines(read.warnings)).toEqual(want.map((pattern) => expect.stringMatching(pattern)));
    expect(read.packages.has('odd')).toBe(lives === true);
    // What is kept can be written, and read again.
    expect(() => JSON.stringify([...read.packages.values()])).not.toThrow();
  });

  it('keeps __proto__ in a property as data', async () => {
    const value: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const own = { type: 'olm.package', value: { packageName: 'odd', version: '1.0.0' } };
    const bundle = fbcBundle('odd', '1.0.0', { properties: [own, { type: 'my.data', value }] });
    const entries = jsonLines([...fbcPackage('odd', ['1.0.0']).slice(0, 2), bundle]);
    const read = await catalogOfFiles({ ...good, 'a.jsonl': entries });
    expectGoodUnharmed(read);
    const kept = read.packages.get('odd')?.bundles['odd.v1.0.0']?.properties.at(-1)?.value;
    expect(JSON.stringify(kept)).toBe(JSON.stringify(value));
  });
});

describe('a hostile directory', () => {
  it('with links and special files shows nothing of what is outside', async () => {
    await using directory = await temporaryDirectory({ ...good, '.indexignore': '*.tmp\n' });
    const at = (name: string): string => `${directory.path}/${name}`;
    await symlink('/etc/passwd', at('passwd.yaml'));
    await symlink('/proc/self/environ', at('environ.json'));
    await symlink('/dev/zero', at('zero.jsonl'));
    await symlink('..', at('up'));
    await symlink('chain-b.json', at('chain-a.json'));
    await symlink('chain-a.json', at('chain-b.json'));
    await promisify(execFile)('mkfifo', [at('pipe.jsonl')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket.json'), resolve));
    const read = await readFilesIn(directory.path);
    server.close();
    expectGoodUnharmed(read);
    expect([...read.packages.keys()]).toEqual(['good']);
    expect(warningLines(read.warnings)).toEqual([
      expect.stringMatching(/^chain-a\.json\|.*cannot be opened: ELOOP/),
      expect.stringMatching(/^chain-b\.json\|.*cannot be opened: ELOOP/),
      ...['environ.json', 'passwd.yaml'].map(
        (name) => `${name}|-|-|is a link that leaves the catalog directory; left out`,
      ),
      'pipe.jsonl|-|-|is neither a file nor a directory; left out',
      'socket.json|-|-|is neither a file nor a directory; left out',
      ...['up', 'zero.jsonl'].map(
        (name) => `${name}|-|-|is a link that leaves the catalog directory; left out`,
      ),
    ]);
  });

  it('of directories within each other ends', async () => {
    const deep = Array.from({ length: 60 }, () => 'd').join('/');
    const read = await catalogOfFiles({ ...good, [`${deep}/a.jsonl`]: odd });
    expectGoodUnharmed(read);
    expect(warningLines(read.warnings)).toEqual([
      expect.stringMatching(/deeper than 24 directories; left out/),
    ]);
  });

  it('of bundles within bundles reads the outermost one', async () => {
    const inner = bundleFiles({ package: 'inner', version: '1.0.0' });
    const outer = bundleFiles({ package: 'outer', version: '1.0.0' });
    const read = await catalogOfFiles({
      ...good,
      ...below('a', outer),
      ...below('a/b', inner),
      ...below('ab', inner),
    });
    expectGoodUnharmed(read);
    expect([...read.packages.keys()].sort()).toEqual(['good', 'inner', 'outer']);
  });
});
