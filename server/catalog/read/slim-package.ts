/**
 * A package as the resolver looks at it: its graph and what its bundles provide and need, without what people read.
 * Versions of a package say mostly the same, so each property and each API is kept once.
 */
import type { BundleProperty, CatalogPackage, GroupVersionKind } from '#lib/olm/api/catalog.ts';
import { optional } from '#lib/base/loose.ts';
import type { ResolverBundle, ResolverPackage } from '#lib/olm/resolver/types.ts';

/** Properties that carry content; a resolver has no use for them. */
const CONTENT = new Set(['olm.bundle.object', 'olm.csv.metadata']);

interface SlimBundle extends Omit<
  ResolverBundle,
  'package' | 'properties' | 'providedApis' | 'requiredApis'
> {
  /** Where the table has them. */
  properties: number[];
  providedApis: number[];
  requiredApis: number[];
}

interface SlimPackage extends Omit<ResolverPackage, 'bundles'> {
  properties: readonly BundleProperty[];
  apis: readonly GroupVersionKind[];
  bundles: SlimBundle[];
}

/** Each thing once, by its JSON. */
class Table<T> {
  readonly things: T[] = [];
  private readonly places = new Map<string, number>();

  placeOf(thing: T): number {
    const key = JSON.stringify(thing);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const place = this.things.push(thing) - 1;
    this.places.set(key, place);
    return place;
  }
}

/** The package for its record; `decodeSlim` makes the graph of it again. */
export function encodeSlim(pkg: CatalogPackage): SlimPackage {
  const { name, defaultChannel, channels, deprecation } = pkg;
  const properties = new Table<BundleProperty>();
  const apis = new Table<GroupVersionKind>();
  const placeOf = ({ group, version, kind }: GroupVersionKind): number =>
    apis.placeOf({ group, version, kind });
  const bundles = Object.values(pkg.bundles).map((bundle): SlimBundle => {
    const { csv: _csv, package: _package, ...rest } = bundle;
    return {
      ...rest,
      properties: bundle.properties
        .filter(({ type }) => !CONTENT.has(type))
        .map((property) => properties.placeOf(property)),
      providedApis: bundle.providedApis.map(placeOf),
      requiredApis: bundle.requiredApis.map(placeOf),
    };
  });
  return {
    name,
    defaultChannel,
    channels,
    ...optional({ deprecation }),
    properties: properties.things,
    apis: apis.things,
    bundles,
  };
}

/** Written by us and guarded by checksums. */
export function decodeSlim(value: unknown): ResolverPackage {
  const { properties, apis, bundles, ...rest } = value as SlimPackage;
  const at = <T>(things: readonly T[], places: readonly number[]): T[] =>
    places.flatMap((place) => things[place] ?? []);
  return {
    ...rest,
    bundles: Object.fromEntries(
      bundles.map((bundle) => [
        bundle.name,
        {
          ...bundle,
          package: rest.name,
          properties: at(properties, bundle.properties),
          providedApis: at(apis, bundle.providedApis),
          requiredApis: at(apis, bundle.requiredApis),
        },
      ]),
    ),
  };
}
