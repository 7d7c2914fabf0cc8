/** One file of a file-based catalog → pieces. */
import type { Hash } from 'node:crypto';
import type { CatalogBundle } from '#lib/olm/catalog.ts';
import { readCsv, readCsvMetadata, type CsvContent } from '#lib/olm/csv-summary.ts';
import { optional } from '#lib/olm/loose.ts';
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
import type { Pieces, Warnings } from './pieces.ts';
import { apisOfBundle } from './properties.ts';
import type { CatalogSink } from './sink.ts';
import type { FoundFile } from './walk.ts';

export interface ReadContext {
  pieces: Pieces;
  warnings: Warnings;
  sink: CatalogSink;
  hash: Hash;
  signal: AbortSignal;
}

export async function readCatalogFile(file: FoundFile, context: ReadContext): Promise<void> {
  context.hash.update(`${file.name}\0`);
  let foreign = 0;
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
        context.warnings.add({ ...at, ...names, message: `line ${String(read.line)}: ${message}; left out` });
      } else if (parsed.kind === 'foreign') {
        foreign += 1;
      }
    }
    document += 1;
  }
  if (foreign > 0) {
    const message =
      foreign === document
        ? 'is no catalog file: nothing in it has a schema; left out'
        : `${String(foreign)} entries without a schema are left out`;
    context.warnings.add({ file: file.name, message });
  }
}

interface Origin {
  file: string;
  line: number;
}

function takeEntry(entry: FbcEntry, origin: Origin, context: ReadContext): void {
  const { file } = origin;
  switch (entry.schema) {
    case 'olm.package':
      context.pieces.packages.push(packagePiece(entry, file));
      return;
    case 'olm.channel':
      context.pieces.channels.push(channelPiece(entry, file));
      return;
    case 'olm.deprecations':
      context.pieces.deprecations.push(deprecationPiece(entry, file));
      return;
    case 'olm.bundle': {
      const piece = bundlePiece(entry, context.sink);
      if (typeof piece === 'string') {
        const at = { file, package: entry.package, entry: entry.name };
        context.warnings.add({
          ...at,
          message: `line ${String(origin.line)}: ${piece}; the bundle is left out`,
        });
      } else {
        context.pieces.bundles.push({ file, bundle: piece });
      }
    }
  }
}

function packagePiece(entry: FbcPackage, file: string): Pieces['packages'][number] {
  const { base64data, mediatype } = entry.icon ?? {};
  const hasIcon = typeof base64data === 'string' && base64data !== '' && base64data.length <= limits.icon;
  return {
    file,
    name: entry.name,
    ...optional('defaultChannel', entry.defaultChannel ?? undefined),
    ...optional('description', entry.description ?? undefined),
    ...(hasIcon ? { icon: { base64: base64data, mediaType: mediatype ?? '' } } : {}),
  };
}

function channelPiece(entry: FbcChannel, file: string): Pieces['channels'][number] {
  return {
    file,
    package: entry.package,
    name: entry.name,
    entries: entry.entries.map(({ name, replaces, skips, skipRange }) => ({
      name,
      ...optional('replaces', replaces === '' ? undefined : (replaces ?? undefined)),
      ...optional('skips', skips === null || skips?.length === 0 ? undefined : skips),
      ...optional('skipRange', skipRange === '' ? undefined : (skipRange ?? undefined)),
    })),
  };
}

function deprecationPiece(entry: FbcDeprecations, file: string): Pieces['deprecations'][number] {
  return {
    file,
    package: entry.package,
    entries: entry.entries.map(({ reference, message }) => ({
      schema: reference.schema,
      ...optional('name', reference.name ?? undefined),
      message,
    })),
  };
}

/** The bundle, or why it is none. */
function bundlePiece(entry: FbcBundle, sink: CatalogSink): CatalogBundle | string {
  const declared = entry.properties.filter(({ type }) => type === 'olm.package');
  const own = PackageProperty.safeParse(declared[0]?.value);
  if (declared.length !== 1 || !own.success) {
    return 'it must have exactly one olm.package property';
  }
  if (own.data.packageName !== entry.package) {
    return `its olm.package property names another package, ${own.data.packageName}`;
  }
  const objects = inlineObjects(entry);
  if (typeof objects === 'string') {
    return objects;
  }
  const content = csvContent(entry, objects);
  return {
    ...bundleWithout(entry, content),
    version: own.data.version,
    csv: sink.summary(entry.package, content.summary),
    ...(objects.length === 0 ? {} : { digest: sink.content(objects) }),
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
    ...optional('image', entry.image ?? undefined),
    ...apisOfBundle(properties, content),
  };
}

function csvContent(entry: FbcBundle, objects: readonly unknown[]): CsvContent {
  const metadata = entry.properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  const csv = findCsv(objects);
  return csv === undefined ? readCsvMetadata(metadata, entry.name) : readCsv(csv);
}

/** The manifests that the entry itself carries, or why they cannot be used. */
function inlineObjects(entry: FbcBundle): ReturnType<typeof normalizeObjects> {
  const values: unknown[] = [];
  for (const { type, value } of entry.properties) {
    if (type !== 'olm.bundle.object') {
      continue;
    }
    try {
      const data: unknown = Object.entries(value ?? {}).find(([key]) => key === 'data')?.[1];
      values.push(JSON.parse(Buffer.from(typeof data === 'string' ? data : '', 'base64').toString('utf8')));
    } catch {
      return 'an olm.bundle.object is no JSON in base64';
    }
  }
  return values.length === 0 ? [] : normalizeObjects(values, entry.name);
}
