/** A directory in the format registry+v1 (`manifests/`, `metadata/annotations.yaml`) → one bundle. */
import { readFile } from 'node:fs/promises';
import { createHash, type Hash } from 'node:crypto';
import type { BundleProperty, CatalogBundle, CatalogIcon, ChannelEntry } from '#lib/olm/api/catalog.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { readCsv } from '#lib/olm/content/csv-summary.ts';
import { at, items, optional, cutText } from '#lib/base/loose.ts';
import { propertiesFault } from './check-properties.ts';
import { reason } from './document.ts';
import { limits } from './limits.ts';
import { faultOf, findCsv, normalizeObjects } from './manifests.ts';
import type { DirectoryBundlePiece } from './pieces.ts';
import { apisOfBundle } from './properties.ts';
import type { ReadContext } from './catalog-file.ts';
import { signatureOf, within, type FoundBundle, type FoundFile } from './walk.ts';
import { parseYamlDocuments } from './yaml.ts';

const PREFIX = 'operators.operatorframework.io.bundle';

/** What came of one directory, kept so that it is read again only when its files look different. */
export interface ReadBundle {
  signature: string;
  /** The piece, or why there is none. */
  result: DirectoryBundlePiece | string;
  /** What is odd about it. */
  notes: readonly string[];
  hash: Buffer;
}

/** Adds the bundle to the pieces, or a warning that says why not. @param before of an earlier read */
export async function readBundleDirectory(
  found: FoundBundle,
  context: ReadContext,
  before?: ReadBundle,
): Promise<ReadBundle> {
  const signature = signatureOf(found.files);
  const read = before?.signature === signature ? before : await readAnew(found, context, signature);
  for (const message of read.notes) {
    context.warnings.add({ file: found.name, message });
  }
  if (typeof read.result === 'string') {
    context.warnings.add({ file: found.name, message: `${read.result}; the bundle is left out` });
  } else {
    context.pieces.directoryBundles.push(read.result);
  }
  context.hash.update(`${found.name}\0`).update(read.hash);
  await context.sink.ready();
  return read;
}

async function readAnew(found: FoundBundle, context: ReadContext, signature: string): Promise<ReadBundle> {
  const hash = createHash('sha256');
  const notes: string[] = [];
  const result = await readBundle(found, context, { hash, notes }).catch(
    (error: unknown) => `cannot be read: ${reason(error)}`,
  );
  return { signature, result, notes, hash: hash.digest() };
}

/** The manifests of a bundle directory in the order of their files, or why they cannot be used. */
export async function readManifests(found: FoundBundle): Promise<KubeObject[] | string> {
  const hash = createHash('sha256');
  const annotations = await readAnnotations(found, hash);
  return typeof annotations === 'string' ? annotations : manifestsIn(found, annotations, { hash, notes: [] });
}

/** What is gathered while one directory is read. */
interface Gathered {
  hash: Hash;
  notes: string[];
}

async function readBundle(
  found: FoundBundle,
  context: ReadContext,
  gathered: Gathered,
): Promise<DirectoryBundlePiece | string> {
  const { hash } = gathered;
  const annotations = await readAnnotations(found, hash);
  if (typeof annotations === 'string') return annotations;
  const packageName = cutText(at(annotations, `${PREFIX}.package.v1`));
  if (packageName === undefined) return `${found.annotations.name} lacks ${PREFIX}.package.v1`;
  const objects = await manifestsIn(found, annotations, gathered);
  if (typeof objects === 'string') return objects;
  const csv = findCsv(objects);
  const extra = await metadataProperties(found, annotations, hash);
  if (typeof extra === 'string') return extra;
  const fault = propertiesFault(extra);
  if (fault !== undefined) return `in its metadata, ${fault}`;
  return csv === undefined
    ? 'it has no ClusterServiceVersion'
    : pieceOf(found, { packageName, annotations, objects, csv, extra }, context);
}

interface BundleParts {
  packageName: string;
  annotations: unknown;
  objects: KubeObject[];
  csv: KubeObject;
  extra: BundleProperty[];
}

function pieceOf(
  found: FoundBundle,
  parts: BundleParts,
  context: ReadContext,
): DirectoryBundlePiece | string {
  const { packageName, annotations, objects, csv, extra } = parts;
  const digest = context.sink.content(objects);
  if (digest === undefined) return `its manifests are larger than ${String(limits.bundle)} bytes`;
  const content = readCsv(csv);
  const version = cutText(at(csv, 'spec', 'version')) ?? '';
  const properties: BundleProperty[] = [
    { type: 'olm.package', value: { packageName, version } },
    ...content.providedApis.map(({ group, kind, version: v }) => ({
      type: 'olm.gvk',
      value: { group, kind, version: v },
    })),
    ...content.requiredApis.map((value) => ({ type: 'olm.gvk.required', value: { ...value } })),
    ...extra,
  ];
  const bundle: CatalogBundle = {
    name: csv.metadata.name,
    package: packageName,
    version,
    properties,
    digest,
    ...apisOfBundle(properties, content),
    csv: context.sink.summary(packageName, content.summary),
  };
  return {
    file: found.name,
    bundle,
    channels: channelsOf(annotations),
    entry: entryOf(csv),
    ...optional({
      defaultChannel: cutText(at(annotations, `${PREFIX}.channel.default.v1`)),
      icon: iconOf(csv),
    }),
  };
}

function channelsOf(annotations: unknown): string[] {
  const text = cutText(at(annotations, `${PREFIX}.channels.v1`), 4096) ?? '';
  const names = text.split(',').map((name) => name.trim());
  const channels = [...new Set(names.filter((name) => name !== ''))];
  // operator-registry takes a bundle without channels as one of the channel alpha.
  return channels.length > 0 ? channels : ['alpha'];
}

function entryOf(csv: KubeObject): ChannelEntry {
  const name = csv.metadata.name;
  const skips = items(at(csv, 'spec', 'skips')).filter((skip) => typeof skip === 'string');
  return {
    name,
    ...optional({ replaces: cutText(at(csv, 'spec', 'replaces')) }),
    ...(skips.length === 0 ? {} : { skips }),
    ...optional({ skipRange: cutText(at(csv, 'metadata', 'annotations', 'olm.skipRange'), 1024) }),
  };
}

function iconOf(csv: KubeObject): CatalogIcon | undefined {
  const icon = items(at(csv, 'spec', 'icon'))[0];
  const base64 = at(icon, 'base64data');
  return typeof base64 === 'string' && base64 !== '' && base64.length <= limits.icon
    ? { base64, mediaType: cutText(at(icon, 'mediatype')) ?? '' }
    : undefined;
}

async function readAnnotations(found: FoundBundle, hash: Hash): Promise<unknown> {
  const values = await readYaml(found.annotations, hash);
  return typeof values === 'string' ? values : (at(values[0], 'annotations') ?? {});
}

async function manifestsIn(
  found: FoundBundle,
  annotations: unknown,
  { hash, notes }: Gathered,
): Promise<KubeObject[] | string> {
  const folder = folderOf(found, cutText(at(annotations, `${PREFIX}.manifests.v1`)) ?? 'manifests/');
  const files = found.files.filter(
    ({ name }) =>
      name.startsWith(`${folder}/`) &&
      !name.slice(folder.length + 1).includes('/') &&
      /\.(ya?ml|json)$/i.test(name),
  );
  if (files.reduce((sum, file) => sum + file.size, 0) > limits.bundle)
    return `its manifests are larger than ${String(limits.bundle)} bytes`;
  const values: unknown[] = [];
  for (const file of files) {
    const read = await readYaml(file, hash);
    if (typeof read === 'string') return read;
    const fault = read.map(faultOf).find((why) => why !== undefined);
    if (fault !== undefined) return `${file.name}: ${fault}`;
    values.push(...read);
  }
  const bundle = found.name === '' ? 'the bundle' : found.name;
  return normalizeObjects(values, bundle, (oddity) => notes.push(oddity));
}

function folderOf(found: FoundBundle, path: string): string {
  return within(found.name, path.replace(/^(\.?\/)+|\/+$/g, ''));
}

const DEPENDENCY_TYPES = new Map([
  ['olm.gvk', 'olm.gvk.required'],
  ['olm.package', 'olm.package.required'],
]);

/** `dependencies.yaml` and `properties.yaml` beside the annotations. */
async function metadataProperties(
  found: FoundBundle,
  annotations: unknown,
  hash: Hash,
): Promise<BundleProperty[] | string> {
  const folder = folderOf(found, cutText(at(annotations, `${PREFIX}.metadata.v1`)) ?? 'metadata/');
  const properties: BundleProperty[] = [];
  for (const kind of ['dependencies', 'properties'] as const) {
    const file = found.files.find(({ name }) => name === `${folder}/${kind}.yaml`);
    const read = file === undefined ? [] : await readYaml(file, hash);
    if (typeof read === 'string') return read;
    for (const item of items(at(read[0], kind))) {
      const type = cutText(at(item, 'type'));
      if (type !== undefined) {
        const value = at(item, 'value');
        properties.push(kind === 'properties' ? { type, value } : requirement(type, value));
      }
    }
  }
  return properties;
}

function requirement(type: string, value: unknown): BundleProperty {
  if (type === 'olm.package') {
    // The dependency calls the range `version`, the property `versionRange`.
    return {
      type: 'olm.package.required',
      value: { packageName: at(value, 'packageName'), versionRange: at(value, 'version') },
    };
  }
  return { type: DEPENDENCY_TYPES.get(type) ?? type, value };
}

/** The documents of a small file, or what is wrong with it. */
async function readYaml(file: FoundFile, hash: Hash): Promise<unknown[] | string> {
  if (file.size > limits.document) return `${file.name} is larger than ${String(limits.document)} bytes`;
  const text = await readFile(file.path, 'utf8');
  hash.update(`${file.name}\0`).update(text);
  const values: unknown[] = [];
  for (const document of parseYamlDocuments(text.replace(/^\uFEFF/, ''))) {
    if (!document.ok) return `${file.name} line ${String(document.line)}: ${document.message}`;
    values.push(document.value);
  }
  return values;
}
