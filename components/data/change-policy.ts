'use client';
import { useSyncExternalStore } from 'react';
import { stricter, type ChangePolicy } from '#lib/session.ts';
import { useSession } from './use-api.ts';

const KEY = 'capstan.changes';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Storage that the browser refuses restricts nothing; the server's own policy stands anyway. */
function read(): ChangePolicy {
  try {
    return localStorage.getItem(KEY) === 'gitops' ? 'gitops' : 'apply';
  } catch {
    return 'apply';
  }
}

/** What this browser has chosen for itself. It can only restrict: the server keeps to its own policy. */
export function useOwnPolicy(): [ChangePolicy, (gitops: boolean) => void] {
  const own = useSyncExternalStore(subscribe, read, () => 'apply' as const);
  return [own, chooseGitOps];
}

function chooseGitOps(gitops: boolean): void {
  try {
    if (gitops) localStorage.setItem(KEY, 'gitops');
    else localStorage.removeItem(KEY);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** The stricter of the console's policy and this browser's. */
export function useChangePolicy(): ChangePolicy {
  const session = useSession();
  const [own] = useOwnPolicy();
  return stricter(session.data?.changes ?? 'apply', own);
}
