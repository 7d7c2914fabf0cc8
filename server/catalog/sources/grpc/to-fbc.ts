/** Answers of the registry API → entries of a file-based catalog, as they were before the registry server read them. */
import { isJsonObject, type JsonObject, parsedJson } from '#lib/base/json.ts';
import { at, items } from '#lib/base/loose.ts';
import { objectProperty } from '../fbc-lines.ts';
import type { Bundle, GroupVersionKind, Package } from './registry_pb.ts';

/** An entry of one channel, as ListBundles tells it. */
export type ListedEntry = Pick<Bundle, 'csvName' | 'replaces' | 'skips' | 'skipRange'>;

/** @param head CSV at the head of the default channel, which carries the icon and the description of the package */
export function packageEntry(pkg: Package, head: unknown): JsonObject {
  const icon = items(at(head, 'spec', 'icon'))[0];
  const description = at(head, 'spec', 'description');
  return {
    schema: 'olm.package',
    name: pkg.name,
    defaultChannel: pkg.defaultChannelName,
    ...(typeof description === 'string' ? { description } : {}),
    ...(isJsonObject(icon) ? { icon } : {}),
  };
}

/** An `olm.channel` entry, in order of CSV names. */
export function channelEntry(
  packageName: string,
  channel: string,
  entries: readonly ListedEntry[],
): JsonObject {
  return {
    schema: 'olm.channel',
    package: packageName,
    name: channel,
    entries: entries
      .toSorted((a, b) => (a.csvName < b.csvName ? -1 : 1))
      .map(({ csvName, replaces, skips, skipRange }) => ({ name: csvName, replaces, skips, skipRange })),
  };
}

/** Undefined when nothing of the package is deprecated. */
export function deprecationsEntry(
  pkg: Package,
  bundles: ReadonlyMap<string, string>,
): JsonObject | undefined {
  const entries = [
    ...(pkg.deprecation === undefined
      ? []
      : [{ reference: { schema: 'olm.package' }, message: pkg.deprecation.message }]),
    ...pkg.channels.flatMap(({ name, deprecation }) =>
      deprecation === undefined
        ? []
        : [{ reference: { schema: 'olm.channel', name }, message: deprecation.message }],
    ),
    ...[...bundles].sort().map(([name, message]) => ({ reference: { schema: 'olm.bundle', name }, message })),
  ];
  return entries.length === 0 ? undefined : { schema: 'olm.deprecations', package: pkg.name, entries };
}

/** An `olm.bundle` entry with all that the server told of the bundle. */
export function bundleEntry(bundle: Bundle): JsonObject {
  return {
    schema: 'olm.bundle',
    package: bundle.packageName,
    name: bundle.csvName,
    ...(bundle.bundlePath === '' ? {} : { image: bundle.bundlePath }),
    properties: [...declared(bundle), ...contents(bundle)],
  };
}

interface Property {
  type: string;
  value: unknown;
}

/** Servers older than properties say the same by fields of their own. */
function declared(bundle: Bundle): Property[] {
  const given = bundle.properties.map(({ type, value }) => ({ type, value: parsedJson(value) ?? value }));
  const hasVersion = given.some(({ type }) => type === 'olm.package');
  const version = {
    type: 'olm.package',
    value: { packageName: bundle.packageName, version: bundle.version },
  };
  if (given.length > 0) return hasVersion || bundle.version === '' ? given : [version, ...given];
  return [
    version,
    ...bundle.providedApis.map((api) => ({ type: 'olm.gvk', value: gvk(api) })),
    ...bundle.requiredApis.map((api) => ({ type: 'olm.gvk.required', value: gvk(api) })),
    ...bundle.dependencies.flatMap(({ type, value }) =>
      type === 'olm.package' ? [requiredPackage(value)] : [],
    ),
  ];
}

function gvk({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}

function requiredPackage(value: string): Property {
  const dependency = parsedJson(value);
  return {
    type: 'olm.package.required',
    value: { packageName: at(dependency, 'packageName'), versionRange: at(dependency, 'version') },
  };
}

/**
 * The manifests, or what is known of the CSV. For a bundle that is an image, a CSV alone is not all of its manifests (the
 * server makes up a stub from the catalog's metadata): then the image stays the place to get them from.
 */
function contents(bundle: Bundle): Property[] {
  const { object: objects, csvJson, bundlePath } = bundle;
  if (objects.length > 1 || bundlePath === '') {
    const all = objects.length > 0 || csvJson === '' ? objects : [csvJson];
    return all.map(objectProperty);
  }
  const csv = parsedJson(csvJson);
  return isJsonObject(csv) ? [{ type: 'olm.csv.metadata', value: csvMetadata(csv) }] : [];
}

/** Fields of a CSV's spec that the metadata has under the same name. */
const SAME = [
  'description',
  'displayName',
  'installModes',
  'keywords',
  'links',
  'maintainers',
  'maturity',
  'minKubeVersion',
  'nativeAPIs',
  'provider',
] as const;

function csvMetadata(csv: JsonObject): JsonObject {
  const spec = at(csv, 'spec');
  const metadata: JsonObject = {
    annotations: at(csv, 'metadata', 'annotations'),
    labels: at(csv, 'metadata', 'labels'),
    apiServiceDefinitions: at(spec, 'apiservicedefinitions'),
    crdDescriptions: at(spec, 'customresourcedefinitions'),
  };
  for (const field of SAME) {
    metadata[field] = at(spec, field);
  }
  return metadata;
}
