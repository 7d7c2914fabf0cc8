'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { createAccessBatcher } from './access-batcher.ts';
import type { AccessBatcher } from './access-batcher.ts';
import { ApiError, asApiError } from './api-error.ts';
import { apiFetch } from './http.ts';
import { createStreamClient } from './stream-client.ts';
import type { Connection, StreamClient } from './stream-client.ts';

interface DataContextValue {
  stream: StreamClient;
  access: AccessBatcher;
  connection: ConnectionStore;
}

interface ConnectionStore {
  get: () => Connection;
  set: (connection: Connection) => void;
  subscribe: (listener: () => void) => () => void;
}

const DataContext = createContext<DataContextValue | undefined>(undefined);

const idle: Connection = { state: 'idle' };

/** Everything below it shares one cache and one live stream. */
export function DataProvider({ children }: { children: ReactNode }): ReactElement {
  const [{ queryClient, ...value }] = useState(createData);
  useEffect(() => {
    const retry = (): void => value.stream.retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [value.stream]);
  return (
    <QueryClientProvider client={queryClient}>
      <DataContext.Provider value={value}>{children}</DataContext.Provider>
    </QueryClientProvider>
  );
}

/** For the banner: is what the screen shows kept up to date? */
export function useConnection(): Connection {
  const { connection } = useData();
  return useSyncExternalStore(connection.subscribe, connection.get, () => idle);
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
        refetchOnWindowFocus: true,
        staleTime: 5_000,
      },
    },
  });
  const connection = createConnectionStore();
  const stream = createStreamClient({
    open: async (request, signal) => {
      const response = await apiFetch('/api/stream', {
        method: 'POST',
        body: request,
        accept: 'text/event-stream',
        signal,
      });
      if (response.body === null)
        throw new ApiError({ kind: 'network', status: 0, message: 'The stream is empty.' });
      return response.body;
    },
    nextFrame,
    setTimer: (ms, fire) => {
      const timer = setTimeout(fire, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    onData: (key, data) => queryClient.setQueryData(['watch', key], data),
    onConnection: connection.set,
  });
  return { queryClient, stream, connection, access: createAccessBatcher() };
}

function isWorthRetrying(error: unknown): boolean {
  const { kind } = asApiError(error);
  return kind === 'network' || kind === 'unavailable' || kind === 'timeout' || kind === 'tooManyRequests';
}

function createConnectionStore(): ConnectionStore {
  let current: Connection = idle;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (connection) => {
      current = connection;
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
