/** What would happen if, resolved against the catalogs as they are now: with those that the one who asks may see. */
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { observeCatalogs } from '#lib/olm/observed/catalogs.ts';
import { resolutionScope } from '#lib/olm/observed/subscription-facts.ts';
import type { ResolverCatalog } from '#lib/olm/resolver/types.ts';
import { whatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIf } from '#lib/olm/foresight/what-if.ts';
import { WhatIfInquiry } from '#lib/olm/foresight/what-if-question.ts';
import { realClock } from '#server/kube/clock.ts';
import { heldSource } from './held-source.ts';
import { Paced } from './paced.ts';
import type { SourceOf } from './queries.ts';
import type { CatalogRef, CatalogStore } from '../types.ts';

/** Resolving is not the only work of this process; whatever is not decided by then is not decided. */
const BUDGET_MS = 1_000;

/** What the question is answered from. */
export interface WhatIfPlace {
  store: CatalogStore;
  /** As the cluster has it; undefined while that is not known. */
  source: SourceOf;
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

/** Undefined for what is no question. */
export function readInquiry(given: unknown): WhatIfInquiry | undefined {
  return WhatIfInquiry.safeParse(given).data;
}

/** Takes up to a second of this process; what is not decided by then is said to be undecided. */
export function answerWhatIf(place: WhatIfPlace, inquiry: WhatIfInquiry): WhatIf {
  const { store, globalNamespace } = place;
  const { namespace, subscriptions, csvs, groups, plans, change } = inquiry;
  const scope = resolutionScope(groups, place.wholeNamespace);
  const sources = store.list().map(({ ref }) => heldSource(place.source(ref) ?? unknownSource(ref), store));
  const now = realClock.now();
  const usable = observeCatalogs(sources, { namespace, globalNamespace, ...scope }, now);
  const isSeen = ({ ref }: ResolverCatalog): boolean =>
    inquiry.catalogs.some((seen) => seen.name === ref.name && seen.namespace === ref.namespace);
  const end = place.now() + BUDGET_MS;
  const known = {
    ...usable,
    catalogs: usable.catalogs.filter(isSeen),
    wholeNamespace: scope.wholeNamespace,
    images: new Map(),
    outOfTime: () => place.now() > end,
  };
  const hidden = usable.catalogs.filter((catalog) => !isSeen(catalog)).map(({ ref }) => ref);
  return whatIf({ namespace, subscriptions, csvs, groups, plans, known, hidden, now }, change);
}

/** Of a catalog that is kept on disk, while the cluster has not said what its source is: what was read of it counts. */
function unknownSource(ref: CatalogRef): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: ref,
    spec: { sourceType: 'grpc' },
  };
}
