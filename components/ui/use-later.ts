import { useEffect, useRef } from 'react';

/** Returns a function that runs something later. At most one thing waits: the next one, or nothing, takes its place. */
export function useLater(): (run?: () => void, afterMs?: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, afterMs = 0) => {
    clearTimeout(timer.current);
    if (run !== undefined) timer.current = setTimeout(run, afterMs);
  };
}

/** Long enough that a pointer on its way elsewhere opens nothing. */
export const OPEN_AFTER_MS = 350;
/** Long enough to reach what has opened. */
export const CLOSE_AFTER_MS = 120;
