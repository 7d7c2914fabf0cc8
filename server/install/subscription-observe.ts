/** What there is to know of the Subscriptions of one namespace, from the caches. */
import { operatorGroups } from '#lib/olm/observed/namespace.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import { resolutionScope, subscriptionFacts } from '#lib/olm/observed/subscription-facts.ts';
import { visibleCatalogs } from '#lib/olm/resolver/visible-catalogs.ts';
import type { CatalogFacts, KnownCatalog, SubscriptionFacts } from '#lib/olm/subscription/facts.ts';
import type { CatalogSource, CatalogSourceStatus } from '#lib/olm/api/types.ts';
import { resolverCatalog } from '#server/catalog/service/resolver-catalog.ts';
import type { Catalog } from '#server/catalog/types.ts';
import { catalogBehind, listOf, readerOfWorld, sourceStatus, type World } from './world.ts';

/** A search that takes longer is given up. */
const SEARCH_MS = 2_000;

/** Everything but the images of bundles, which the reconciler asks for when it knows which. */
export function observeSubscriptions(world: World, namespace: string): SubscriptionFacts {
  const reader = readerOfWorld(world);
  const groups = operatorGroups(reader, namespace);
  const { wholeNamespace, excludeGlobal } = resolutionScope(groups, world.wholeNamespace);
  const sources = visibleSources(world, namespace, { wholeNamespace, excludeGlobal });
  return subscriptionFacts(
    reader,
    { namespace, groups },
    {
      wholeNamespace,
      outOfTime: timer(SEARCH_MS),
      catalogSources: sources.map(({ source, state }) => catalogFacts(source, state)),
      // One that is turned off is as good as none.
      catalogs: sources.filter(({ state }) => state !== 'SHUTDOWN'),
      images: new Map(),
    },
  );
}

type State = NonNullable<NonNullable<CatalogSource['status']>['connectionState']>['lastObservedState'];

interface VisibleSource extends KnownCatalog {
  source: CatalogSource;
  state: State | undefined;
}

function visibleSources(
  world: World,
  namespace: string,
  { wholeNamespace, excludeGlobal }: { wholeNamespace: boolean; excludeGlobal: boolean },
): VisibleSource[] {
  const { globalNamespace } = world;
  const spaces = namespace === globalNamespace ? [namespace] : [namespace, globalNamespace];
  const catalogs = spaces
    .flatMap((space) => listOf(world.caches.catalogSources, isCatalogSource, space))
    .map((source) => visibleSource(world, source, wholeNamespace));
  return visibleCatalogs(catalogs, { namespace, globalNamespace, excludeGlobal });
}

function visibleSource(world: World, source: CatalogSource, wholeNamespace: boolean): VisibleSource {
  const ref = sourceRef(source);
  const catalog = catalogBehind(world, source);
  const status = sourceStatus(world, source);
  const state = status.connectionState?.lastObservedState;
  const hasContent = catalog !== undefined && catalog.readAt > 0;
  const isReading = !hasContent && state === 'CONNECTING';
  // What was read before stays good, unless the namespace wants it upstream's way.
  const isUsable = state === 'READY' || (hasContent && !wholeNamespace);
  return {
    source,
    state,
    ...contentOf(ref, catalog),
    priority: source.spec.priority ?? 0,
    ...(isReading ? { reading: true } : {}),
    ...(isUsable ? {} : { problem: problemOf(status, isReading) }),
  };
}

function sourceRef({ metadata: { namespace = '', name = '' } }: CatalogSource): KnownCatalog['ref'] {
  return { namespace, name };
}

const NOTHING: KnownCatalog['content'] = new Map();

function contentOf(ref: KnownCatalog['ref'], catalog: Catalog | undefined): KnownCatalog {
  return catalog === undefined
    ? { ref, packages: NOTHING, content: NOTHING }
    : { ...resolverCatalog(catalog), content: catalog.packages };
}

function problemOf({ message = 'it cannot be read' }: CatalogSourceStatus, isReading: boolean): string {
  return isReading ? 'it is being read for the first time' : message;
}

function catalogFacts({ metadata }: CatalogSource, state: State | undefined): CatalogFacts {
  const { namespace = '', name = '', uid = '' } = metadata;
  return { namespace, name, uid, healthy: state === 'READY' };
}

/** Real time: the clock of the world may stand still in tests. */
function timer(ms: number): () => boolean {
  let end: number | undefined;
  return () => {
    const now = performance.now();
    end ??= now + ms;
    return now > end;
  };
}
