'use client';
import { useSyncExternalStore } from 'react';

function subscribe(): () => void {
  return () => undefined;
}

/**
 * Whether the browser has taken over what the server rendered. Not before that may anything show what only the browser
 * knows: its time zone, its size.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
