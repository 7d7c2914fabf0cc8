/** What there is to know of the Subscriptions of one namespace, from the caches. */
import { observeCatalogs, type HeldSource } from '#lib/olm/observed/catalogs.ts';
import { operatorGroups } from '#lib/olm/observed/namespace.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import { resolutionScope, subscriptionFacts } from '#lib/olm/observed/subscription-facts.ts';
import type { SubscriptionFacts } from '#lib/olm/subscription/facts.ts';
import { heldSource } from '#server/catalog/service/held-source.ts';
import { listOf, readerOfWorld, type World } from './world.ts';

/** A search that takes longer is given up. */
const SEARCH_MS = 2_000;

/** Everything but the images of bundles, which the reconciler asks for when it knows which. */
export function observeSubscriptions(world: World, namespace: string): SubscriptionFacts {
  const reader = readerOfWorld(world);
  const groups = operatorGroups(reader, namespace);
  const { globalNamespace } = world;
  const scope = resolutionScope(groups, world.wholeNamespace);
  const user = { namespace, globalNamespace, ...scope };
  return subscriptionFacts(
    reader,
    { namespace, groups },
    {
      wholeNamespace: scope.wholeNamespace,
      outOfTime: timer(SEARCH_MS),
      ...observeCatalogs(heldSources(world, namespace), user, world.clock.now()),
      images: new Map(),
    },
  );
}

function heldSources(world: World, namespace: string): HeldSource[] {
  const { caches, globalNamespace, store } = world;
  const spaces = namespace === globalNamespace ? [namespace] : [namespace, globalNamespace];
  return spaces
    .flatMap((space) => listOf(caches.catalogSources, isCatalogSource, space))
    .map((source) => heldSource(source, store));
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
