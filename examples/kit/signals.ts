/** Fires when this process is asked to end. */
export function untilSignalled(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop.abort();
    });
  }
  return stop.signal;
}
