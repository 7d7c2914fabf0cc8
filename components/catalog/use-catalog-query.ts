'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useScope } from '#components/frame/use-scope.ts';
import { readCatalogQuery, writeCatalogQuery, type CatalogAddress } from '#lib/olm/search/query.ts';
import { urls } from '#lib/urls.ts';

/** Browsers refuse pages that write their address at each key press. */
const WRITE_AFTER_MS = 200;

export interface CatalogQueryState {
  readonly query: CatalogAddress;
  /** Typing waits for a pause before it stands in the address; nothing makes history entries or asks a server. */
  readonly change: (next: CatalogAddress, typing?: boolean) => void;
  /** What was typed stands in the address from now on. */
  readonly flush: () => void;
}

interface State {
  readonly query: CatalogAddress;
  /** The address's own query as last seen, and as last written by us. */
  readonly seen: string;
  readonly written: string;
}

/** Search, facets, order and view live in the address. */
export function useCatalogQuery(): CatalogQueryState {
  const address = useSearchParams().toString();
  const scope = useScope();
  const [state, setState] = useState<State>(() => stateOf(address));
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void }>(undefined);
  let { query } = state;
  if (address !== state.seen) {
    // Somebody else wrote it: a link, the namespace picker, the way back.
    const next = address === state.written ? { ...state, seen: address } : stateOf(address);
    ({ query } = next);
    setState(next);
  }
  useEffect(() => () => clearTimeout(pending.current?.timer), [address]);
  const write = (next: CatalogAddress): void => {
    pending.current = undefined;
    const url = urls.catalog(scope, writeCatalogQuery(next));
    const written = new URL(url, window.location.href).searchParams.toString();
    setState((now) => ({ ...now, written }));
    const { capstanScroll } = (window.history.state ?? {}) as { capstanScroll?: number };
    window.history.replaceState({ capstanScroll }, '', url);
  };
  return {
    query,
    change: (next, typing = false) => {
      clearTimeout(pending.current?.timer);
      setState((now) => ({ ...now, query: next }));
      if (!typing) write(next);
      else
        pending.current = {
          timer: setTimeout(() => write(next), WRITE_AFTER_MS),
          write: () => write(next),
        };
    },
    flush: () => {
      clearTimeout(pending.current?.timer);
      pending.current?.write();
    },
  };
}

function stateOf(address: string): State {
  return { query: readCatalogQuery(new URLSearchParams(address)), seen: address, written: address };
}
