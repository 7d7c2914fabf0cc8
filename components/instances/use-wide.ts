'use client';
import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 1180px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Is there room for form and YAML side by side? The server, which cannot know, says yes. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
