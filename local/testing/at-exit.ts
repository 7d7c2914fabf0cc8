/** What must not outlive this process, whatever ends it. */
import { constants } from 'node:os';

const actions = new Set<() => void>();
let listening = false;

/**
 * Test runners end at once when they are told to, without what comes after the tests: only `exit` is left then, and with
 * it nothing asynchronous. Yields what takes the action back.
 */
export function atExit(action: () => void): () => void {
  actions.add(action);
  listen();
  return () => {
    actions.delete(action);
  };
}

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    for (const action of actions) action();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) === 0)
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
