'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useScope } from '#components/frame/use-scope.ts';
import { readCatalogQuery, writeCatalogQuery, type CatalogAddress } from '#lib/olm/search/query.ts';
import { urls } from '#lib/urls.ts';

/** Browsers refuse pages that write their address at each key press. */
const WRITE_AFTER_MS = 200;

/** Makes the next query from the one that stands there. */
export type ChangeQuery = (next: (now: CatalogAddress) => CatalogAddress, typing?: boolean) => void;

export interface CatalogQueryState {
  readonly query: CatalogAddress;
  /**
   * Typing waits for a pause before it stands in the address; nothing makes history entries or asks a server. The same
   * function at each key press, so that what shows none of what is typed is not drawn again.
   */
  readonly change: ChangeQuery;
  /** What was typed stands in the address from now on. */
  readonly flush: () => void;
}

interface State {
  readonly query: CatalogAddress;
  /** The address's own query as last seen, and as last written by us. */
  readonly seen: string;
  readonly written: string;
}

/** What was typed and does not stand in the address yet. */
interface Pending {
  readonly next: CatalogAddress;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly write: () => void;
}

/** Search, facets, order and view live in the address. */
export function useCatalogQuery(): CatalogQueryState {
  const address = useSearchParams().toString();
  const scope = useScope();
  const [state, setState] = useState<State>(() => stateOf(address));
  const pending = useRef<Pending>(undefined);
  let { query } = state;
  if (address !== state.seen) {
    // Somebody else wrote it: a link, the namespace picker, the way back.
    const next = address === state.written ? { ...state, seen: address } : stateOf(address);
    ({ query } = next);
    setState(next);
  }
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
    // Only what others wrote overtakes what is typed: our own address comes a moment later, when more may be typed.
    if (pending.current !== undefined && pending.current.next !== query) clearTimeout(pending.current.timer);
  }, [query]);
  const change = useCallback<ChangeQuery>(
    (makeNext, typing = false) => {
      const next = makeNext(latest.current);
      latest.current = next;
      clearTimeout(pending.current?.timer);
      setState((now) => ({ ...now, query: next }));
      const write = (): void => {
        pending.current = undefined;
        const url = urls.catalog(scope, writeCatalogQuery(next));
        const written = new URL(url, window.location.href).searchParams.toString();
        setState((now) => ({ ...now, written }));
        const { capstanScroll } = (window.history.state ?? {}) as { capstanScroll?: number };
        window.history.replaceState({ capstanScroll }, '', url);
      };
      if (typing) pending.current = { next, timer: setTimeout(write, WRITE_AFTER_MS), write };
      else write();
    },
    [scope],
  );
  const flush = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current?.write();
  }, []);
  return { query, change, flush };
}

function stateOf(address: string): State {
  return { query: readCatalogQuery(new URLSearchParams(address)), seen: address, written: address };
}
