/** Whether a process answers where it was told to. */
import { connect } from 'node:net';
import { pause } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';
import type { Supervised } from './supervise.ts';

/** How often to try, and how long: one that does not come up takes the place of the one before all the same. */
const TRY_MS = 50;
const PATIENCE_MS = 10_000;

/** Resolves when it takes connections at all of its ports, or when the patience has ended, or the signal has fired. */
export async function untilListening(
  process: Pick<Supervised, 'now'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now() + PATIENCE_MS;
  while (!signal.aborted && clock.now() < until) {
    const { ports } = process.now();
    const taken = await Promise.all(ports.map(({ localPort }) => takes(localPort)));
    if (taken.length > 0 && taken.every(Boolean)) return;
    await pause(clock, TRY_MS, signal);
  }
}

function takes(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: '127.0.0.1', port });
  const tell = (answer: boolean) => (): void => {
    socket.destroy();
    resolve(answer);
  };
  socket.once('connect', tell(true)).once('error', tell(false));
  return promise;
}
