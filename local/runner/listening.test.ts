import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from '#server/kube/clock.ts';
import { anyFreePort } from '../cluster/ports.ts';
import { untilListening } from './listening.ts';
import type { Lately } from './supervise.ts';

const never = new AbortController().signal;

async function aServer(port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const at = (...ports: readonly number[]): { now(): Lately } => ({
  now: () => ({
    ports: ports.map((localPort) => ({ containerPort: 9443, localPort })),
    ...{ log: undefined, previous: undefined },
  }),
});

it('resolves once all ports take connections', async () => {
  const [open, later] = [await aServer(), await anyFreePort()];
  let over = false;
  const waiting = untilListening(at(open, later), realClock, never).then(() => {
    over = true;
  });
  await untilListening(at(open), realClock, never);
  expect(over).toBe(false);
  await aServer(later);
  await waiting;
});

it('waits for one that has not started, and no longer than its patience', async () => {
  let now = 0;
  const clock = { ...realClock, now: () => (now += 1_000) };
  await untilListening(at(), clock, never);
  expect(now).toBeGreaterThan(10_000);
});

it('ends with the signal', async () => {
  await untilListening(at(), realClock, AbortSignal.abort());
});
