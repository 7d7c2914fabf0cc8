import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { simulatedClock, type SimulatedClock } from '#local/testing/simulated-clock.ts';
import { createLeaseMemory } from './lease-memory.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;

/** A Lease that its holder, whose clock is right, renews every two seconds until it dies. */
function aLease(clock: SimulatedClock): {
  read: () => Promise<KubeObject>;
  die: () => void;
  free: () => void;
} {
  const start = clock.now();
  let end = Infinity;
  let holderIdentity = 'host_1_a';
  return {
    die: () => {
      end = clock.now();
    },
    free: () => {
      holderIdentity = '';
    },
    read: () => {
      const renewals = Math.floor((Math.min(clock.now(), end) - start) / 2_000);
      const renewTime = new Date(NOON + renewals * 2_000).toISOString();
      return Promise.resolve({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'lease', resourceVersion: `${String(renewals)}${holderIdentity}` },
        spec: { holderIdentity, leaseDurationSeconds: 15, renewTime },
      });
    },
  };
}

it.each([
  ['right', 0],
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('tells a living holder from a dead one by a clock that is %s', async (_name, skewMs) => {
  const clock = simulatedClock();
  const start = clock.now();
  const lease = aLease(clock);
  const memory = createLeaseMemory(clock, () => NOON + clock.now() - start + skewMs);
  const ask = async (): Promise<boolean> => {
    const answer = memory.isRenewed(lease.read);
    await clock.advance(3_000);
    return answer;
  };
  expect(await ask()).toBe(true);
  await clock.advance(10_000);
  expect(await ask()).toBe(true);
  lease.die();
  await clock.advance(10_000);
  expect(await ask()).toBe(true);
  await clock.advance(70_000);
  expect(await ask()).toBe(false);
  await clock.advance(HOUR_MS);
  expect(await ask()).toBe(false);
});

it('sees at once that nobody holds it', async () => {
  const clock = simulatedClock();
  const lease = aLease(clock);
  lease.free();
  expect(await createLeaseMemory(clock, () => NOON).isRenewed(lease.read)).toBe(false);
});
