/** How a catalog is, in one word. */
import type { SourceHealth } from '../api/catalog-answers.ts';

/** What pages of the catalog say of a source; see `view.ts` for the page of sources. */
export type ContentState =
  /** Offered, and as new as it can be. */
  | 'ready'
  /** Read for the first time: nothing is there yet. */
  | 'reading'
  /** What was read before is offered; newer content cannot be had. */
  | 'stale'
  /** Offered, but for parts that had to be left out. */
  | 'incomplete'
  /** Nothing of it can be offered. */
  | 'broken';

/** The state in a word; a problem counts first, and makes content from before stale instead of broken. */
export function contentState(source: SourceHealth): ContentState {
  const { healthy, packages, warnings, problem, fetching = false } = source;
  if (problem !== undefined) return packages > 0 ? 'stale' : 'broken';
  if (packages === 0 && fetching) return 'reading';
  if (!healthy) return 'broken';
  return warnings.length > 0 ? 'incomplete' : 'ready';
}

const ORDER: readonly ContentState[] = ['broken', 'stale', 'incomplete', 'reading', 'ready'];

/** Of several, that of the one that most needs to be looked at; `ready` of none. */
export function worstState(sources: readonly SourceHealth[]): ContentState {
  const states = sources.map(contentState);
  return ORDER.find((state) => states.includes(state)) ?? 'ready';
}
