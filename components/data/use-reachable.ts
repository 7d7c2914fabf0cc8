'use client';
import { useEffect, useSyncExternalStore } from 'react';

import type { ReachableNamespaces } from '#lib/reachable.ts';
import { urls } from '#lib/urls.ts';
import { memoryKey, namesFrom, withName } from './remembered-namespaces.ts';
import { useApi, useSession, type ApiResult } from './use-api.ts';

const refreshMs = 60_000;
const changed = 'capstan-namespaces';

/** Where the user may read anything. Asked only when `needed`, as it costs the cluster a question per namespace. */
export function useReachable(needed: boolean): ApiResult<ReachableNamespaces> {
  const named = useRemembered();
  return useApi<ReachableNamespaces>(needed && named !== undefined ? urls.api.namespaces(named) : undefined, {
    refreshMs,
  });
}

/** Keeps the namespace that the user looks at. */
export function useRemember(namespace: string | undefined): void {
  const { data } = useSession();
  const key = data === undefined ? undefined : memoryKey(data);
  useEffect(() => {
    if (key === undefined || namespace === undefined) return;
    const kept = read(key);
    const next = withName(namesFrom(kept), namespace);
    if (namesFrom(kept)[0] === namespace || namesFrom(next)[0] !== namespace) return;
    write(key, next);
  }, [key, namespace]);
}

/** Undefined until it is known whose they are. */
function useRemembered(): readonly string[] | undefined {
  const { data } = useSession();
  const key = data === undefined ? undefined : memoryKey(data);
  const text = useSyncExternalStore(
    subscribe,
    () => (key === undefined ? null : read(key)),
    () => null,
  );
  return key === undefined ? undefined : namesFrom(text);
}

function subscribe(listener: () => void): () => void {
  // `storage` tells of other tabs only.
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** A browser may refuse its storage; then nothing is remembered. */
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
    window.dispatchEvent(new Event(changed));
  } catch {
    // Nothing depends on it.
  }
}
