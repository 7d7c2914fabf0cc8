'use client';
import { useState } from 'react';
import { useReachable } from '#components/data/use-reachable.ts';
import { useWatch, useWatches, type WatchResult, type WatchSpec } from '#components/data/use-watch.ts';
import { isReadable } from '#lib/access-rules.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';

export type ScopedResult<T extends KubeObject = KubeObject> = WatchResult<T> & {
  /** The list is not of all namespaces, which may not be read, but of these. */
  within?: Within;
};

export interface Within {
  readonly namespaces: readonly string[];
  /** Namespaces that may hold more, but are not looked into. */
  readonly omitted: number;
}

/** One stream carries the lists of all tabs, and a page follows several. */
const maxNamespaces = 10;

/**
 * `useWatch` for people of some namespaces: where all namespaces may not be read at once, those are that may. Choosing
 * one at the top always shows that one whole.
 */
export function useScopedWatch<T extends KubeObject = KubeObject>(
  spec: WatchSpec | undefined,
): ScopedResult<T> {
  const whole = useWatch<T>(spec);
  const narrow = spec !== undefined && isNarrow(spec, whole);
  const reach = useReachable(narrow);
  const readable =
    narrow && reach.data !== undefined
      ? reach.data.namespaces.filter(({ reads }) => isReadable(reads, spec.resource)).map(({ name }) => name)
      : [];
  const namespaces = readable.slice(0, maxNamespaces);
  const parts = useWatches<T>(
    spec === undefined ? [] : namespaces.map((namespace) => ({ ...spec, namespace })),
  );
  const items = useJoined(parts);
  if (!narrow) return whole;
  if (reach.state === 'loading') return { state: 'loading', items: [], stale: false };
  if (namespaces.length === 0 || parts.every(({ state }) => state === 'forbidden')) return whole;
  if (parts.every(({ state }) => state === 'loading')) return { state: 'loading', items: [], stale: false };
  const omitted = (reach.data?.omitted ?? 0) + readable.length - namespaces.length;
  return {
    state: 'ready',
    items,
    ...columnsIn(parts),
    stale: parts.some(({ stale }) => stale),
    within: { namespaces, omitted },
  };
}

function isNarrow({ resource, namespace }: WatchSpec, whole: WatchResult): boolean {
  return resource.namespaced && (namespace === undefined || namespace === '') && whole.state === 'forbidden';
}

function columnsIn(parts: readonly WatchResult[]): { columns?: readonly TableColumn[] } {
  const columns = parts.flatMap((part) => (part.state === 'ready' ? [part.columns] : []));
  const known = columns.find((one) => one !== undefined);
  return known === undefined ? {} : { columns: known };
}

interface Joined<T> {
  readonly lists: readonly (readonly T[])[];
  readonly items: readonly T[];
}

/** All items in one list, whose identity changes only when one of the lists did. */
function useJoined<T extends KubeObject>(parts: readonly WatchResult<T>[]): readonly T[] {
  const [joined, setJoined] = useState<Joined<T>>({ lists: [], items: [] });
  const lists = parts.map(({ items }) => items).filter((items) => items.length > 0);
  const same =
    lists.length === joined.lists.length && lists.every((list, index) => list === joined.lists[index]);
  if (same) return joined.items;
  const next = { lists, items: lists.flat() };
  setJoined(next);
  return next.items;
}
