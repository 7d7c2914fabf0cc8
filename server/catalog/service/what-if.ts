/** What would happen if, resolved against the catalogs as they are now: with those that the one who asks may see. */
import { visibleCatalogs } from '#lib/olm/resolver/visible-catalogs.ts';
import type { ResolverCatalog } from '#lib/olm/resolver/types.ts';
import { whatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfInquiry } from '#lib/olm/foresight/what-if-question.ts';
import { realClock } from '#server/kube/clock.ts';
import { Paced } from './paced.ts';
import type { Describe } from './queries.ts';
import { resolverCatalog } from './resolver-catalog.ts';
import type { Catalog, CatalogStore } from '../types.ts';

/** Resolving is not the only work of this process; whatever is not decided by then is not decided. */
const BUDGET_MS = 1_000;
const EXCLUDE_GLOBAL = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/** What the question is answered from. */
export interface WhatIfPlace {
  store: CatalogStore;
  describe: Describe;
  /** Where the catalogs are that every namespace may use. */
  globalNamespace: string;
  wholeNamespace: boolean;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}

/** Questions that may wait. */
const MOST_WAITING = 32;

/** One question after another, with room for all other work between them; undefined when too many wait already. */
export function pacedWhatIf(place: WhatIfPlace): (inquiry: WhatIfInquiry) => Promise<WhatIf> | undefined {
  const paced = new Paced(realClock, place.now, MOST_WAITING);
  return (inquiry) => paced.do(() => answerWhatIf(place, inquiry));
}

/** Takes up to a second of this process; what is not decided by then is said to be undecided. */
export function answerWhatIf(place: WhatIfPlace, inquiry: WhatIfInquiry): WhatIf {
  const { namespace, subscriptions, csvs, groups, plans, change } = inquiry;
  const usable = visibleCatalogs(
    place.store
      .list()
      // One that is turned off is as good as none.
      .filter(({ ref }) => place.describe(ref)?.disabled !== true)
      .map((catalog) => offered(place, catalog)),
    {
      namespace,
      globalNamespace: place.globalNamespace,
      excludeGlobal: groups[0]?.metadata.annotations?.[EXCLUDE_GLOBAL] === 'true',
    },
  );
  const isSeen = ({ ref }: ResolverCatalog): boolean =>
    inquiry.catalogs.some((seen) => seen.name === ref.name && seen.namespace === ref.namespace);
  const end = place.now() + BUDGET_MS;
  const facts = {
    ...{ namespace, subscriptions, csvs, groups, plans },
    catalogs: usable.filter(isSeen),
    hidden: usable.filter((catalog) => !isSeen(catalog)).map(({ ref }) => ref),
    wholeNamespace: place.wholeNamespace,
    outOfTime: () => place.now() > end,
  };
  return whatIf(facts, change);
}

/** As the controller sees it: what was read before stays good. */
function offered({ describe }: WhatIfPlace, catalog: Catalog): ResolverCatalog {
  const { ref, readAt, reading } = catalog;
  const hasContent = catalog.packages.size > 0 || readAt > 0;
  const problem = reading?.problem?.message ?? 'it is being read for the first time';
  return resolverCatalog(catalog, {
    priority: describe(ref)?.priority ?? 0,
    ...(hasContent ? {} : { problem }),
  });
}
