'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { parseSort, sortText } from '#components/ui/table/table-sort.ts';
import type { Sort } from '#components/ui/table/table.tsx';

export interface ListParams {
  /** What is searched for. */
  readonly text: string;
  readonly sort: Sort | undefined;
  readonly get: (name: string) => string;
  /** Writes into the address; empty values leave it. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  readonly setText: (text: string) => void;
  readonly setSort: (sort: Sort) => void;
}

/** What a list is narrowed to and sorted by lives in its address, so that it can be sent and comes back with Back. */
export function useListParams(): ListParams {
  const parameters = useSearchParams();
  // Kept here as well: the address follows a moment later, and what is typed must not wait for it.
  const [text, setText] = useState(parameters.get('q') ?? '');
  const asked = parameters.get('sort');
  // The second of two quick presses turns the order of the first around, of which the address may say nothing yet.
  const [order, setOrder] = useState({ asked, sort: parseSort(asked) });
  if (order.asked !== asked) setOrder({ asked, sort: parseSort(asked) });
  const set: ListParams['set'] = (changes) => {
    // Of the address as it is now: several changes may come before the page is rendered again.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const query = next.toString();
    window.history.replaceState(null, '', `${window.location.pathname}${query === '' ? '' : `?${query}`}`);
  };
  return {
    text,
    sort: order.sort,
    get: (name) => parameters.get(name) ?? '',
    set,
    setText: (q) => {
      setText(q);
      set({ q });
    },
    setSort: (sort) => {
      setOrder({ asked, sort });
      set({ sort: sortText(sort) });
    },
  };
}
