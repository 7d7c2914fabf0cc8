'use client';
import { useLayoutEffect } from 'react';

const SETTLED_MS = 100;

/**
 * Back and reload show the page where it was left. The place belongs to the entry of the history, so a new visit begins
 * at the top. The browser's own memory fails where the page is built after it has looked.
 */
export function useScrollMemory(): void {
  useLayoutEffect(() => {
    const path = window.location.pathname;
    const { capstanScroll } = stateOfEntry();
    if (typeof capstanScroll === 'number') window.scrollTo({ top: capstanScroll, behavior: 'instant' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Next's own state stays with it; it takes no notice of such a write.
        if (window.location.pathname === path)
          window.history.replaceState({ ...stateOfEntry(), capstanScroll: window.scrollY }, '');
      }, SETTLED_MS);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', remember);
    };
  }, []);
}

interface EntryState {
  readonly capstanScroll?: unknown;
}

function stateOfEntry(): EntryState {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? state : {};
}
