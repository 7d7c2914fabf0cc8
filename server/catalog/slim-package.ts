/** A package as the resolver looks at it: its graph and what its bundles provide and need, without what people read. */
import { isJsonObject } from '#lib/olm/loose.ts';
import { z } from 'zod';
import type { CatalogBundle, CatalogPackage } from '#lib/olm/catalog.ts';
import type { ResolverBundle, ResolverPackage } from '#lib/olm/resolver/types.ts';

/** Properties that carry content; a resolver has no use for them. */
const CONTENT = new Set(['olm.bundle.object', 'olm.csv.metadata']);

export function slimPackage({
  name,
  defaultChannel,
  channels,
  bundles,
  deprecation,
}: CatalogPackage): ResolverPackage {
  return {
    name,
    defaultChannel,
    channels,
    ...(deprecation === undefined ? {} : { deprecation }),
    bundles: Object.fromEntries(Object.entries(bundles).map(([csv, bundle]) => [csv, slimBundle(bundle)])),
  };
}

function slimBundle({ csv: _csv, providedApis, properties, ...rest }: CatalogBundle): ResolverBundle {
  return {
    ...rest,
    providedApis: providedApis.map(({ group, version, kind }) => ({ group, version, kind })),
    properties: properties.filter(({ type }) => !CONTENT.has(type)),
  };
}

// Written by us and guarded by checksums: only the frame is checked.
const Slim = z.custom<ResolverPackage>(
  (value) => isJsonObject(value) && Array.isArray(value['channels']) && isJsonObject(value['bundles']),
);

/** Throws when the record is none. */
export function decodeSlim(value: unknown): ResolverPackage {
  return Slim.parse(value);
}
