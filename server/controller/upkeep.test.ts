import { expect, it } from 'vitest';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import { startUpkeep } from './upkeep.ts';

it('looks again after the interval, when asked, and with growing pauses when it could not be done', async () => {
  const clock = simulatedClock();
  const looks: string[] = [];
  const errors: string[] = [];
  let failures = 2;
  const upkeep = startUpkeep(
    [
      {
        name: 'version',
        everyMs: 60_000,
        look: () => {
          looks.push('version');
          return Promise.resolve();
        },
      },
      {
        name: 'namespace',
        look: () => {
          looks.push('namespace');
          failures -= 1;
          return failures >= 0 ? Promise.reject(new Error('terminating')) : Promise.resolve();
        },
      },
    ],
    clock,
    (task, error) => errors.push(`${task}: ${String(error)}`),
  );
  await clock.advance(59_000);
  expect(looks).toEqual([]);
  await clock.advance(2_000);
  expect(looks).toEqual(['version']);
  upkeep.look('namespace');
  await clock.advance(30_000);
  expect(looks).toEqual(['version', 'namespace', 'namespace', 'namespace']);
  expect(errors).toEqual(['namespace: Error: terminating', 'namespace: Error: terminating']);
  await clock.advance(35_000);
  expect(looks.filter((name) => name === 'version')).toHaveLength(2);
  await upkeep.stop();
  expect(clock.timers()).toBe(0);
});
