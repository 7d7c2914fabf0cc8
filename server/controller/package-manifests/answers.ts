/** Requests to the PackageManifest API, answered from the catalogs. Rules of visibility and shape: package-server. */
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { optional } from '#lib/base/loose.ts';
import {
  PACKAGE_MANIFESTS,
  packageManifest,
  type PackageManifest,
} from '#lib/olm/content/package-manifest.ts';
import { matchesSelector } from '#lib/k8s/label-selector.ts';
import { DEFAULT_ICON } from '#lib/olm/content/default-icon.ts';
import type { ManifestRequest } from '#lib/olm/content/manifest-request.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { decodeIcon } from '#server/catalog/read/icon.ts';
import type { Catalog } from '#server/catalog/types.ts';

/** A catalog with the object that offers it. */
export interface OfferedCatalog {
  source: CatalogSource;
  catalog: Catalog;
}

/** All catalogs, and which of them every namespace sees. */
export interface OfferedCatalogs {
  catalogs: readonly OfferedCatalog[];
  globalNamespace: string;
}

/** What goes on the wire; see send.ts. */
export type ManifestAnswer =
  | { kind: 'json'; status: number; body: unknown }
  /** Items one by one, so that the six megabytes of a big catalog are never in memory at once. */
  | { kind: 'list'; items: Iterable<PackageManifest> }
  | { kind: 'table'; items: Iterable<PackageManifest> }
  | { kind: 'icon'; mediaType: string; etag: string; body: Buffer };

const { group, version, plural, kind } = PACKAGE_MANIFESTS;
const GROUP_VERSION = `${group}/${version}`;
const API_GROUP = {
  name: group,
  versions: [{ groupVersion: GROUP_VERSION, version }],
  preferredVersion: { groupVersion: GROUP_VERSION, version },
};
const RESOURCES = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: GROUP_VERSION,
  resources: [
    { name: plural, singularName: 'packagemanifest', namespaced: true, kind, verbs: ['get', 'list'] },
    { name: `${plural}/icon`, singularName: '', namespaced: true, kind, verbs: ['get'] },
  ],
};

/** Answers without asking for rights, which the caller has done. What is not there is a `Status` of 404. */
export function answerManifests(
  offer: OfferedCatalogs,
  request: ManifestRequest,
  options: { asTable: boolean },
): ManifestAnswer {
  switch (request.kind) {
    case 'groups':
      return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: [API_GROUP] });
    case 'group':
      return json({ kind: 'APIGroup', apiVersion: 'v1', ...API_GROUP });
    case 'resources':
      return json(RESOURCES);
    case 'wrong':
      return failure(request.status, request.message);
    case 'list':
      return { kind: options.asTable ? 'table' : 'list', items: select(offer, request) };
    case 'get': {
      const found = find(offer, request);
      if (found === undefined) return missing(request.name);
      return options.asTable ? { kind: 'table', items: [found] } : json(found);
    }
    case 'icon':
      return icon(offer, request);
  }
}

function json(body: unknown): ManifestAnswer {
  return { kind: 'json', status: 200, body };
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

/** A `Status` of the Kubernetes API. */
export function failure(status: number, message: string): ManifestAnswer {
  const reason = REASONS[status] ?? 'Unknown';
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
  return { kind: 'json', status, body: { ...body, message, reason, code: status } };
}

function missing(name: string): ManifestAnswer {
  return failure(404, `${plural}.${group} ${JSON.stringify(name)} not found`);
}

/** Those of the namespace first, then the global ones, by priority and name: the order in which a name is looked up. */
function visible(
  { catalogs, globalNamespace }: OfferedCatalogs,
  namespace: string | undefined,
): OfferedCatalog[] {
  const place = ({ source }: OfferedCatalog): string => source.metadata.namespace ?? '';
  const seen = catalogs.filter(
    (offered) => namespace === undefined || [namespace, globalNamespace].includes(place(offered)),
  );
  const rank = (offered: OfferedCatalog): number => (place(offered) === namespace ? 0 : 1);
  return seen.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (b.source.spec.priority ?? 0) - (a.source.spec.priority ?? 0) ||
      (a.catalog.ref.name < b.catalog.ref.name ? -1 : 1),
  );
}

function* select(
  offer: OfferedCatalogs,
  { namespace, name, labels }: Extract<ManifestRequest, { kind: 'list' }>,
): Generator<PackageManifest> {
  for (const offered of visible(offer, namespace)) {
    const names = name === undefined ? [...offered.catalog.packages.keys()].sort() : [name];
    for (const packageName of names) {
      const manifest = manifestOf(offered, offered.catalog.packages.get(packageName), namespace);
      if (manifest !== undefined && matchesSelector(labels, manifest.metadata.labels ?? {})) yield manifest;
    }
  }
}

function manifestOf(
  { source, catalog }: OfferedCatalog,
  pkg: CatalogPackage | undefined,
  namespace: string | undefined,
): PackageManifest | undefined {
  if (pkg === undefined) return undefined;
  const { labels, creationTimestamp } = source.metadata;
  const { displayName, publisher } = source.spec;
  return packageManifest(
    {
      ...catalog.ref,
      ...optional({ labels, creationTimestamp, displayName, publisher }),
    },
    pkg,
    namespace ?? catalog.ref.namespace,
  );
}

function find(offer: OfferedCatalogs, at: { namespace: string; name: string }): PackageManifest | undefined {
  for (const offered of visible(offer, at.namespace)) {
    const manifest = manifestOf(offered, offered.catalog.packages.get(at.name), at.namespace);
    if (manifest !== undefined) return manifest;
  }
  return undefined;
}

const defaultIcon = Buffer.from(DEFAULT_ICON);

function icon(offer: OfferedCatalogs, at: { namespace: string; name: string }): ManifestAnswer {
  for (const { catalog } of visible(offer, at.namespace)) {
    const pkg = catalog.packages.get(at.name);
    if (pkg === undefined) continue;
    const channel = pkg.channels.find(({ name }) => name === pkg.defaultChannel) ?? pkg.channels[0];
    const etag = `"${pkg.name}.${channel?.name ?? ''}.${channel?.head ?? ''}"`;
    const image = pkg.icon === undefined ? undefined : decodeIcon(pkg.icon);
    return image === undefined || pkg.icon === undefined
      ? { kind: 'icon', mediaType: 'image/svg+xml', etag, body: defaultIcon }
      : { kind: 'icon', mediaType: image.mediaType, etag, body: image.bytes };
  }
  return missing(at.name);
}
