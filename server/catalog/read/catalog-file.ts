/** One file of a file-based catalog → pieces. */
import type { Hash } from 'node:crypto';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { readCsv, readCsvMetadata, type CsvContent } from '#lib/olm/content/csv-summary.ts';
import { optional, cutText } from '#lib/base/loose.ts';
import type { ReadExamples } from '#lib/olm/content/csv-annotations.ts';
import { propertiesFault } from './check-properties.ts';
import { readDocuments } from './documents.ts';
import {
  parseFbc,
  PackageProperty,
  type FbcBundle,
  type FbcChannel,
  type FbcDeprecations,
  type FbcEntry,
  type FbcPackage,
} from './fbc.ts';
import { limits } from './limits.ts';
import { findCsv, normalizeObjects } from './manifests.ts';
import { isWithinExtent } from './nesting.ts';
import { type Pieces, type PiecePlace, warningAt, type Warnings } from './pieces.ts';
import { apisOfBundle } from './properties.ts';
import type { CatalogSink } from './sink.ts';
import type { FoundFile } from './walk.ts';

/** What all files of one catalog are read into. */
export interface ReadContext {
  pieces: Pieces;
  warnings: Warnings;
  sink: CatalogSink;
  hash: Hash;
  signal: AbortSignal;
  readExamples: ReadExamples;
}

/** Reads the file to its end, entry by entry. Rejects only with what the sink or the signal says. */
export async function readCatalogFile(file: FoundFile, context: ReadContext): Promise<void> {
  context.hash.update(`${file.name}\0`);
  const foreign: number[] = [];
  let document = 0;
  for await (const read of readDocuments(file.path, context)) {
    const at = { file: file.name };
    if (!read.ok) {
      context.warnings.add({ ...at, message: `line ${String(read.line)}: ${read.message}` });
    } else {
      const parsed = parseFbc(read.value);
      if (parsed.kind === 'entry') {
        takeEntry(parsed.entry, { file: file.name, line: read.line }, context);
        await context.sink.ready();
      } else if (parsed.kind === 'bad') {
        const { message, kind: _kind, ...names } = parsed;
        context.warnings.add(warningAt({ ...at, line: read.line }, names, `${message}; left out`));
      } else if (parsed.kind === 'foreign') {
        foreign.push(read.line);
      }
    }
    document += 1;
  }
  if (foreign.length > 0) {
    const message =
      foreign.length === document
        ? 'is no catalog file: nothing in it has a schema; left out'
        : `${String(foreign.length)} entries without a schema are left out: give each one, or take it out; ${linesOf(foreign)}`;
    context.warnings.add({ file: file.name, message });
  }
}

function linesOf(lines: readonly number[]): string {
  const first = lines.slice(0, 5).join(', ');
  return `lines ${first}${lines.length > 5 ? ' and more' : ''}`;
}

function takeEntry(entry: FbcEntry, at: PiecePlace, context: ReadContext): void {
  const { pieces, warnings } = context;
  const count = countOf(pieces);
  if (count >= limits.entries) {
    // Said once: this one is over the limit too.
    if (pieces.isFull !== true) {
      const message = `more than ${String(limits.entries)} entries; the rest of the catalog is left out`;
      warnings.add(warningAt(at, {}, message));
    }
    pieces.isFull = true;
    return;
  }
  switch (entry.schema) {
    case 'olm.package':
      pieces.packages.push(packagePiece(entry, at));
      return;
    case 'olm.channel':
      pieces.channels.push(channelPiece(entry, at));
      return;
    case 'olm.deprecations':
      pieces.deprecations.push(deprecationPiece(entry, at));
      return;
    case 'olm.bundle': {
      const names = { package: entry.package, entry: entry.name };
      const note = (oddity: string): void => warnings.add(warningAt(at, names, oddity));
      const piece = bundlePiece(entry, context, note);
      if (typeof piece === 'string') {
        warnings.add(warningAt(at, names, `${piece}; the bundle is left out`));
      } else {
        pieces.bundles.push({ ...at, bundle: piece });
      }
    }
  }
}

function countOf({ packages, channels, bundles, deprecations }: Pieces): number {
  return packages.length + channels.length + bundles.length + deprecations.length;
}

function packagePiece(entry: FbcPackage, at: PiecePlace): Pieces['packages'][number] {
  const { base64data, mediatype } = entry.icon ?? {};
  const hasIcon = typeof base64data === 'string' && base64data !== '' && base64data.length <= limits.icon;
  return {
    ...at,
    name: entry.name,
    ...optional({
      defaultChannel: entry.defaultChannel ?? undefined,
      description: cutText(entry.description, limits.description),
    }),
    ...(hasIcon ? { icon: { base64: base64data, mediaType: mediatype ?? '' } } : {}),
  };
}

function channelPiece(entry: FbcChannel, at: PiecePlace): Pieces['channels'][number] {
  return {
    ...at,
    package: entry.package,
    name: entry.name,
    entries: entry.entries.map(({ name, replaces, skips, skipRange }) => ({
      name,
      ...optional({
        replaces: replaces === '' ? undefined : (replaces ?? undefined),
        skips: skips === null || skips?.length === 0 ? undefined : skips,
        skipRange: skipRange === '' ? undefined : (skipRange ?? undefined),
      }),
    })),
  };
}

function deprecationPiece(entry: FbcDeprecations, at: PiecePlace): Pieces['deprecations'][number] {
  return {
    ...at,
    package: entry.package,
    entries: entry.entries.map(({ reference, message }) => ({
      schema: reference.schema,
      ...optional({ name: reference.name ?? undefined }),
      message: cutText(message, limits.deprecation) ?? '',
    })),
  };
}

/** The bundle, or why it is none. */
function bundlePiece(
  entry: FbcBundle,
  { sink, readExamples }: ReadContext,
  note: (oddity: string) => void,
): CatalogBundle | string {
  const declared = entry.properties.filter(({ type }) => type === 'olm.package');
  const own = PackageProperty.safeParse(declared[0]?.value);
  if (declared.length !== 1 || !own.success)
    return 'it must have exactly one olm.package property, with packageName and version';
  if (own.data.packageName !== entry.package)
    return `its olm.package property names another package, ${own.data.packageName}`;
  const fault = propertiesFault(entry.properties);
  if (fault !== undefined) return fault;
  const objects = inlineObjects(entry, note);
  if (typeof objects === 'string') return objects;
  const digest = objects.length === 0 ? undefined : sink.content(objects);
  if (objects.length > 0 && digest === undefined)
    return `its manifests are larger than ${String(limits.bundle)} bytes`;
  const content = csvContent(entry, objects, readExamples);
  return {
    ...bundleWithout(entry, content),
    version: own.data.version,
    csv: sink.summary(entry.package, content.summary),
    ...optional({ digest }),
  };
}

function bundleWithout(entry: FbcBundle, content: CsvContent): Omit<CatalogBundle, 'version' | 'csv'> {
  const properties = entry.properties
    .filter(({ type }) => type !== 'olm.csv.metadata' && type !== 'olm.bundle.object')
    .map(({ type, value }) => ({ type, value }));
  return {
    name: entry.name,
    package: entry.package,
    properties,
    ...optional({ image: entry.image ?? undefined }),
    ...apisOfBundle(properties, content),
  };
}

function csvContent(entry: FbcBundle, objects: readonly unknown[], readExamples: ReadExamples): CsvContent {
  const metadata = entry.properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  const csv = findCsv(objects);
  return csv === undefined ? readCsvMetadata(metadata, entry.name, readExamples) : readCsv(csv);
}

const manifest = { nodes: limits.nodes, depth: limits.nesting };

/** The manifests that the entry itself carries, or why they cannot be used. */
function inlineObjects(
  entry: FbcBundle,
  note: (oddity: string) => void,
): ReturnType<typeof normalizeObjects> {
  const values: unknown[] = [];
  for (const { type, value } of entry.properties) {
    if (type !== 'olm.bundle.object') continue;
    try {
      const data: unknown = Object.entries(value ?? {}).find(([key]) => key === 'data')?.[1];
      values.push(JSON.parse(Buffer.from(typeof data === 'string' ? data : '', 'base64').toString('utf8')));
    } catch {
      return 'an olm.bundle.object is no JSON in base64';
    }
  }
  return values.every((value) => isWithinExtent(value, manifest))
    ? values.length === 0
      ? []
      : normalizeObjects(values, entry.name, note)
    : `a manifest has more than ${String(limits.nesting)} levels or ${String(limits.nodes)} values`;
}
