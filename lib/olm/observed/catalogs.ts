/** Which catalogs a namespace may resolve from, and which of them can be used now: one rule for whoever asks. */
import { optional } from '../../base/loose.ts';
import type { CatalogSource, CatalogSourceStatus } from '../api/types.ts';
import { visibleCatalogs } from '../resolver/visible-catalogs.ts';
import { catalogSourceStatus, type ObservedSource } from '../sources/status.ts';
import type { KnownCatalog, SubscriptionFacts } from '../subscription/facts.ts';

/** A CatalogSource with what was read of it. */
export interface HeldSource {
  source: CatalogSource;
  observed: ObservedSource;
  /** Empty where nothing was read. */
  offered: Pick<KnownCatalog, 'ref' | 'packages' | 'providers' | 'content'>;
}

/** For whom it is observed. */
export interface CatalogUser {
  namespace: string;
  globalNamespace: string;
  /** See `resolutionScope`. */
  wholeNamespace: boolean;
  excludeGlobal: boolean;
}

/**
 * Judged by what is known now, so that nobody waits for a status to be written first. What was read before stays good, unless
 * the namespace wants it upstream's way; a catalog that is turned off is as good as none. `now`: unix ms.
 */
export function observeCatalogs(
  sources: readonly HeldSource[],
  user: CatalogUser,
  now: number,
): Pick<SubscriptionFacts, 'catalogSources' | 'catalogs'> {
  const judged = sources.map((held) => judge(held, user, now));
  const visible = visibleCatalogs(judged, user);
  return {
    catalogSources: visible.map(({ ref, uid, state }) => ({ ...ref, uid, healthy: state === 'READY' })),
    catalogs: visible.filter(({ state }) => state !== 'SHUTDOWN').map(({ catalog }) => catalog),
  };
}

interface Judged extends Pick<KnownCatalog, 'ref' | 'priority'> {
  uid: string;
  state: string | undefined;
  catalog: KnownCatalog;
}

function judge({ source, observed, offered }: HeldSource, user: CatalogUser, now: number): Judged {
  const status = catalogSourceStatus(source, observed, now);
  const state = status.connectionState?.lastObservedState;
  const hasContent = observed.content !== undefined;
  const isReading = !hasContent && state === 'CONNECTING';
  const isUsable = state === 'READY' || (hasContent && !user.wholeNamespace);
  const priority = source.spec.priority ?? 0;
  const problem = isUsable ? undefined : problemOf(status, isReading);
  const { ref } = offered;
  const catalog = {
    ...offered,
    priority,
    ...optional('reading', isReading ? true : undefined),
    ...optional('problem', problem),
  };
  return { ref, priority, uid: source.metadata.uid ?? '', state, catalog };
}

function problemOf({ message = 'it cannot be read' }: CatalogSourceStatus, isReading: boolean): string {
  return isReading ? 'it is being read for the first time' : message;
}
