/** The wish to stop, from wherever it comes: Ctrl-C, a service manager, a closed terminal, a parent that is gone. */

/** From now on signals do not end the process but abort this; they may repeat (npm and the terminal both send them). */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  const request = (): void => {
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  // Some shells do not hand signals on: when the npm that started us is gone, so is our reason to run.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) request();
  }, 500).unref();
  return controller.signal;
}

/** Resolves once stopping is wanted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  onAbort(signal, () => {
    resolve(undefined);
  });
  return promise;
}

/** Runs the action once stopping is wanted, at once if it already is. */
export function onAbort(signal: AbortSignal, action: () => void): void {
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true });
}
