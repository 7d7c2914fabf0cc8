/**
 * Thousands of entries of real and made catalogs (ten thousand in the deep size) are cut, torn and filled with hostile
 * text, a few in each reading: what was not touched comes out as before, what is lost is blamed on the right entry, and what is served is sound.
 * The seed that failed is printed; CAPSTAN_SEED repeats it.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogTile } from '#lib/olm/content/tile.ts';
import type { CatalogPackage, CatalogWarning } from '#lib/olm/api/catalog.ts';
import { channelsInOrder } from '#lib/olm/content/channels.ts';
import { freshCandidates } from '#lib/olm/content/graph.ts';
import { isVersion } from '#lib/olm/api/version.ts';
import { fbcPackage } from '#lib/testing/bundle-files.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { catalogOfFiles, type ReadFiles } from '../testing/catalog-of-files.ts';
import { limits } from './limits.ts';
import { type Mutation, mutated } from '../testing/mutations.ts';

const READINGS = effort(80, 400);
const MUTATIONS_EACH = 25;
/** Most of it is reading files; a busy machine takes a while for that. */
const SLOW = 600_000;
const seed = seedOr(20_260_101);

const sample = sharedData('catalog-sample.jsonl.gz');
/** Bytes of one real package: larger ones would only be read again and again. */
const SMALL = 60_000;

/** JSON texts of the entries of each package. */
type Corpus = ReadonlyMap<string, readonly string[]>;

async function realPackages(): Promise<Corpus> {
  if (sample === undefined) return new Map();
  const lines = gunzipSync(await readFile(sample))
    .toString()
    .trimEnd()
    .split('\n');
  const packages = Map.groupBy(
    lines,
    (line) =>
      /^\{"schema":"olm\.package","name":"([^"]+)"/.exec(line)?.[1] ??
      /"package":"([^"]+)"/.exec(line)?.[1] ??
      '',
  );
  return new Map([...packages].filter(([, texts]) => texts.join('').length < SMALL));
}

function madePackages(): Corpus {
  const names = Array.from(
    { length: 32 },
    (_, index) => `made-${(index * 7919 + 104_729).toString(36)}-operator`,
  );
  return new Map(
    names.map((name, index) => {
      const versions = ['1.0.0', '1.1.0', '2.0.0-rc.1'].slice(0, 1 + (index % 3));
      return [name, fbcPackage(name, versions).map((entry) => JSON.stringify(withMetadata(entry)))];
    }),
  );
}

function withMetadata(entry: Record<string, unknown>): Record<string, unknown> {
  const properties = Array.isArray(entry['properties']) ? (entry['properties'] as unknown[]) : undefined;
  const metadata = {
    displayName: 'An operator',
    description: '# It\n\nDoes [things](https://example.com).',
    keywords: ['a', 'b'],
    links: [{ name: 'Home', url: 'https://example.com' }],
    crdDescriptions: { owned: [{ name: 'things.example.com', version: 'v1', kind: 'Thing' }] },
  };
  return properties === undefined
    ? entry
    : {
        ...entry,
        properties: [
          ...properties,
          { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Thing' } },
          { type: 'olm.package.required', value: { packageName: 'other', versionRange: '>=1.0.0' } },
          { type: 'olm.csv.metadata', value: metadata },
        ],
      };
}

type Format = 'jsonl' | 'json' | 'yaml';

interface Written {
  text: string;
  /** First and last line of what was harmed. */
  harmed: readonly (readonly [number, number])[];
}

/** One file with all packages, those of `harms` with one entry harmed each. */
function written(corpus: Corpus, format: Format, harms: ReadonlyMap<string, Mutation>): Written {
  const harmed: [number, number][] = [];
  let text = '';
  let line = 1;
  for (const [name, entries] of corpus) {
    const harm = harms.get(name);
    entries.forEach((entry, index) => {
      const isHarmed = harm !== undefined && index === harm.entry % entries.length;
      const own = isHarmed ? mutated(entry, harm) : entry;
      const block = `${format === 'yaml' ? '---\n' : ''}${own}\n`;
      const lines = block.split('\n').length - 1;
      if (isHarmed) harmed.push([line, line + lines]);
      text += block;
      line += lines;
    });
  }
  return { text, harmed };
}

let corpus: Corpus;
let before: ReadFiles;

beforeAll(async () => {
  corpus = new Map([...(await realPackages()), ...madePackages()]);
  before = await catalogOfFiles({ 'all.jsonl': written(corpus, 'jsonl', new Map()).text });
  expect(before.warnings).toEqual([]);
  expect(before.packages.size).toBe(corpus.size);
});

const asJson = (pkg: CatalogPackage | undefined): string => JSON.stringify(pkg ?? null);

/** Lines are said at the beginning of a message, or for entries without a schema at its end. */
function linesIn({ message }: CatalogWarning): number[] {
  const named = /^line (\d+)|lines ([\d, ]+)/.exec(message);
  return (named?.[1] ?? named?.[2] ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
}

function expectSound(pkg: CatalogPackage): void {
  const names = Object.keys(pkg.bundles);
  expect(Object.values(pkg.bundles).map(({ name }) => name)).toEqual(names);
  expect(Object.values(pkg.bundles).every(({ version }) => isVersion(version))).toBe(true);
  expect(pkg.channels.map(({ name }) => name)).toContain(pkg.defaultChannel);
  expect(pkg.channels.every(({ head }) => names.includes(head))).toBe(true);
  expect(channelsInOrder(pkg)).toHaveLength(pkg.channels.length);
  expect(freshCandidates(pkg).candidates.length).toBeGreaterThan(0);
  expect(catalogTile({ catalogNamespace: 'n', catalog: 'c' }, pkg)).toBeDefined();
}

function expectBlame(after: ReadFiles, { harmed }: Written, harms: ReadonlyMap<string, Mutation>): void {
  const isHarmed = (line: number): boolean => harmed.some(([from, to]) => from <= line && line <= to);
  for (const warning of after.warnings) {
    const { package: name } = warning;
    const isRight =
      (name !== undefined && (harms.has(name) || !corpus.has(name))) || linesIn(warning).every(isHarmed);
    expect(isRight, `the wrong one is blamed: ${JSON.stringify(warning)}`).toBe(true);
    expect(warning.message.length).toBeLessThanOrEqual(limits.warningText);
  }
  for (const name of harms.keys()) {
    const lost = Object.keys(before.packages.get(name)?.bundles ?? {}).filter(
      (bundle) => after.packages.get(name)?.bundles[bundle] === undefined,
    );
    const isSaid = after.warnings.some((warning) => warning.package === name);
    expect(lost.length === 0 || isSaid, `${name} lost ${lost.join(', ')} without a word`).toBe(true);
  }
}

const mutation = fc.record<Mutation>({
  entry: fc.nat(),
  // Where a file or an entry begins, what it is read as is decided.
  place: fc.oneof({ weight: 4, arbitrary: fc.nat() }, fc.nat({ max: 12 })),
  harm: fc.nat(),
});

describe(`of ${String(READINGS * MUTATIONS_EACH)} harmed entries`, () => {
  it(
    'each harms its own package alone, and is named',
    async () => {
      const prototype = Object.getOwnPropertyNames(Object.prototype);
      const names = [...corpus.keys()];
      const scene = fc.record({
        format: fc.constantFrom<Format>('jsonl', 'json', 'yaml'),
        harms: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), mutation), {
          selector: ([name]) => name,
          minLength: MUTATIONS_EACH,
          maxLength: MUTATIONS_EACH,
        }),
      });
      await fc.assert(
        fc.asyncProperty(scene, async ({ format, harms: chosen }) => {
          const harms = new Map(chosen);
          const file = written(corpus, format, harms);
          const after = await catalogOfFiles({ [`all.${format}`]: file.text });
          for (const name of names.filter((one) => !harms.has(one))) {
            expect(asJson(after.packages.get(name))).toBe(asJson(before.packages.get(name)));
          }
          expectBlame(after, file, harms);
          [...after.packages.values()].forEach(expectSound);
          expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype);
          expect(Reflect.get({}, 'polluted')).toBeUndefined();
        }),
        { numRuns: READINGS, seed },
      );
    },
    SLOW,
  );
});
