/** The operators of OLM's format that a package needs, as a page shows them: what is there, and where the rest can be had. */
import { optional } from '../../base/loose.ts';
import { NEEDED_OPERATORS_ANNOTATION } from '../api/labels.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import { neededOperators, type NeededOperator } from '../package/needed-operators.ts';

/** One that is installed, or about to be, by a Subscription that the user may see. */
export interface OperatorThere {
  package: string;
  namespace: string;
  /** Of the Subscription. */
  name: string;
  /** That it follows; absent for the default one. */
  channel?: string | undefined;
  state: 'installed' | 'installing';
}

/** As much of a package in the list as is looked at. */
export interface OfferedOperator {
  format?: 'kudo';
  package: string;
  channels: readonly string[];
}

/** What the user may see of the cluster. */
export interface NeedSight<T extends OfferedOperator> {
  there: readonly OperatorThere[];
  /** Whether all Subscriptions of the cluster are among them. */
  complete: boolean;
  tiles: readonly T[];
}

/** One need. `unknown`: it was not found, but not all may be seen. */
export interface NeedView<T extends OfferedOperator> {
  need: NeededOperator;
  state: OperatorThere['state'] | 'missing' | 'unknown';
  /** The installation that is meant, where there is one. */
  at?: OperatorThere;
  /** Packages that would bring it: those with the channel that is asked for, or all where none has it. */
  offers: readonly T[];
  /** No catalog has the channel that is asked for. */
  lacksChannel: boolean;
}

/**
 * The needs of versions that are installed together, each once; a need of two channels is two. An annotation that cannot be
 * read says nothing here: `verify` tells of it.
 */
export function neededViews<T extends OfferedOperator>(
  versions: readonly KudoOperatorVersion[],
  sight: NeedSight<T>,
): NeedView<T>[] {
  const needs = new Map<string, NeededOperator>();
  for (const { metadata } of versions) {
    const read = neededOperators(metadata.annotations?.[NEEDED_OPERATORS_ANNOTATION]);
    for (const need of 'problem' in read ? [] : read)
      needs.set(`${need.package}@${need.channel ?? ''}`, need);
  }
  return [...needs.values()].map((need) => viewOf(need, sight));
}

function viewOf<T extends OfferedOperator>(
  need: NeededOperator,
  { there, complete, tiles }: NeedSight<T>,
): NeedView<T> {
  const own = there.filter((one) => one.package === need.package);
  const follows = (one: OperatorThere): boolean => need.channel === undefined || one.channel === need.channel;
  // The one that fits best: in the channel that is asked for, and installed rather than about to be.
  const [at] = own.toSorted(
    (left, right) => Number(follows(right)) - Number(follows(left)) || left.state.localeCompare(right.state),
  );
  const named = tiles.filter((tile) => tile.format === undefined && tile.package === need.package);
  const fitting = named.filter(
    ({ channels }) => need.channel === undefined || channels.includes(need.channel),
  );
  return {
    need,
    state: at?.state ?? (complete ? 'missing' : 'unknown'),
    ...optional({ at }),
    offers: fitting.length > 0 ? fitting : named,
    lacksChannel: named.length > 0 && fitting.length === 0,
  };
}
