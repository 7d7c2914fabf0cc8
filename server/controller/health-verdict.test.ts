import { describe, expect, it } from 'vitest';
import { judgeHealth, type HealthFacts } from './health-verdict.ts';

const well: HealthFacts = {
  lagMs: 3,
  idle: undefined,
  reconciling: true,
  leaseSilenceMs: 2_000,
  caches: [
    { name: 'subscriptions', staleMs: 0 },
    { name: 'namespaces', staleMs: 0 },
  ],
  pending: undefined,
};
const stale = (staleMs: number): HealthFacts['caches'] => [{ name: 'subscriptions', staleMs }];

describe('judgeHealth', () => {
  const rows: {
    name: string;
    facts: Partial<HealthFacts>;
    unhealthy?: readonly string[];
    notReady?: readonly string[];
  }[] = [
    { name: 'one that leads', facts: {} },
    {
      name: 'one that starts: alive, not yet of use',
      facts: { reconciling: false, caches: undefined, leaseSilenceMs: undefined },
      notReady: ['starting'],
    },
    {
      name: 'one that stands by, and does not answer yet what it is asked there, too',
      facts: { reconciling: false, idle: 'the lease is held by other', pending: 'no webhook yet' },
      notReady: ['no webhook yet'],
    },
    { name: 'one that stands by', facts: { reconciling: false, idle: 'the lease is held by other' } },
    {
      name: 'one that leaves the cluster to another OLM',
      facts: { reconciling: false, idle: 'OLM', caches: undefined, leaseSilenceMs: undefined },
    },
    {
      name: 'a watch that is broken for a moment',
      facts: { caches: stale(400) },
      notReady: ['cannot watch subscriptions for 0.4 s'],
    },
    {
      name: 'a watch that does not heal',
      facts: { caches: stale(121_000) },
      unhealthy: ['cannot watch subscriptions for 121.0 s'],
      notReady: ['cannot watch subscriptions for 121.0 s'],
    },
    {
      name: 'a lease that was not renewed in time',
      facts: { leaseSilenceMs: 11_000 },
      notReady: ['no answer about the lease for 11.0 s'],
    },
    {
      name: 'an election that goes round for nothing',
      facts: { reconciling: false, leaseSilenceMs: 300_000 },
      unhealthy: ['no answer about the lease for 300.0 s'],
      notReady: ['starting', 'no answer about the lease for 300.0 s'],
    },
    {
      name: 'a loop that is slow',
      facts: { lagMs: 2_000 },
      notReady: ['the event loop was 2.0 s late'],
    },
    {
      name: 'a loop that stands still',
      facts: { lagMs: 9_000 },
      unhealthy: ['the event loop was 9.0 s late'],
      notReady: ['the event loop was 9.0 s late'],
    },
  ];
  it.each(rows)('$name', ({ facts, unhealthy = [], notReady = [] }) => {
    expect(judgeHealth({ ...well, ...facts })).toEqual({ unhealthy, notReady });
  });
});
