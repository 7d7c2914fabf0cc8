'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { createAccessBatcher, type AccessBatcher } from './access-batcher.ts';
import { asApiError } from './api-error.ts';
import { createFirstSource, type FirstSource } from './first-content.ts';
import { HandOver } from './hand-over.tsx';
import { tabLine } from './tab-line.ts';
import { createStreamClient, type Liveness, type StreamClient } from './stream-client.ts';

interface DataContextValue {
  stream: StreamClient;
  access: AccessBatcher;
  liveness: LivenessStore;
  /** What the page came with. */
  first: FirstSource;
}

interface LivenessStore {
  get: () => Liveness;
  set: (liveness: Liveness) => void;
  subscribe: (listener: () => void) => () => void;
}

const DataContext = createContext<DataContextValue | undefined>(undefined);

const idle: Liveness = { state: 'idle' };

/** Everything below it shares one cache and one live stream. */
export function DataProvider({ children }: { children: ReactNode }): ReactElement {
  const [{ queryClient, ...value }] = useState(createData);
  useEffect(() => {
    // Whoever comes back to a tab looks at it: no pause is sat out before their eyes. They may have signed in elsewhere.
    const look = (): void => {
      const { state } = value.liveness.get();
      if (!document.hidden && (state === 'lost' || state === 'signedOut')) value.stream.retry();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [value]);
  return (
    <QueryClientProvider client={queryClient}>
      <DataContext.Provider value={value}>
        {children}
        <HandOver first={value.first} />
      </DataContext.Provider>
    </QueryClientProvider>
  );
}

/** For the banner: is what the screen shows kept up to date? */
export function useLiveness(): Liveness {
  const { liveness } = useData();
  return useSyncExternalStore(liveness.subscribe, liveness.get, () => idle);
}

/** Asks the console to try the lost stream now. */
export function useReconnect(): () => void {
  const { stream } = useData();
  return () => stream.retry();
}

export function useData(): DataContextValue {
  const value = useContext(DataContext);
  if (value === undefined) throw new Error('Data hooks work only below <DataProvider>.');
  return value;
}

function createData(): DataContextValue & { queryClient: QueryClient } {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isWorthRetrying(error),
        // Each tab by another bit.
        retryDelay: (count) => 1_000 * 2 ** count * (1 + Math.random() / 4),
        refetchOnWindowFocus: true,
        staleTime: 5_000,
      },
    },
  });
  const liveness = createLivenessStore();
  const stream = createStreamClient({
    makeLine: tabLine,
    nextFrame,
    setTimer: (ms, fire) => {
      const timer = setTimeout(fire, ms);
      return () => clearTimeout(timer);
    },
    onData: (key, data) => queryClient.setQueryData(['watch', key], data),
    onLiveness: (next) => {
      const before = liveness.get();
      liveness.set(next);
      // What failed meanwhile need not wait for its next turn.
      if (!isCurrent(before) && isCurrent(next)) {
        for (const key of ['api', 'access']) void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const first = createFirstSource(queryClient);
  return { queryClient, stream, liveness, access: createAccessBatcher(), first };
}

function isCurrent(liveness: Liveness): boolean {
  return liveness.state === 'lost' || liveness.state === 'signedOut'
    ? false
    : liveness.state !== 'live' || liveness.behind === undefined;
}

function isWorthRetrying(error: unknown): boolean {
  const { kind, retryAfterMs } = asApiError(error);
  // With it the request has been sent again already, as often as makes sense (see http.ts).
  if (retryAfterMs !== undefined) return false;
  return kind === 'network' || kind === 'unavailable' || kind === 'timeout' || kind === 'tooManyRequests';
}

function createLivenessStore(): LivenessStore {
  let current: Liveness = idle;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (liveness) => {
      current = liveness;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A hidden tab gets no frames; its lists still move on, a few times a second. */
function nextFrame(run: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, 250);
}
