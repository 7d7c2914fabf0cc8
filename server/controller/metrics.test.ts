import { expect, it } from 'vitest';
import type { Catalog } from '#server/catalog/types.ts';
import { createControllerMetrics, type Metrics } from './metrics.ts';

const MINUTE = 60_000;
const queues = [
  { name: 'csvs', queue: { size: () => 3, oldestMs: () => 1500 } },
  { name: 'plans', queue: { size: () => 0, oldestMs: () => 0 } },
];

function metricsOf(measured: Partial<Parameters<typeof createControllerMetrics>[0]> = {}): Metrics {
  return createControllerMetrics({ queues: () => [], catalogs: () => [], now: () => 0, ...measured });
}

function emptyCatalog(name: string, reading: Pick<Catalog, 'readAt' | 'reading'>): Catalog {
  const ref = { namespace: 'capstan-system', name };
  return { ref, packages: new Map(), warnings: [], digest: `sha256:${name}`, ...reading };
}

/** Lines of our own metrics, but for their help and type. */
async function linesOf({ registry }: Metrics, name: string): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
}

it('tells how long queues are, and how long the first of each has been waiting', async () => {
  const metrics = metricsOf({ queues: () => queues });
  expect(await linesOf(metrics, 'capstan_queue')).toEqual([
    'capstan_queue_size{queue="csvs"} 3',
    'capstan_queue_size{queue="plans"} 0',
    'capstan_queue_oldest_seconds{queue="csvs"} 1.5',
    'capstan_queue_oldest_seconds{queue="plans"} 0',
  ]);
});

it('has no queue of a controller that does not lead', async () => {
  expect(await linesOf(metricsOf(), 'capstan_queue')).toEqual([]);
});

it('counts reconciles by what they came to, and installs by how they ended', async () => {
  const metrics = metricsOf();
  metrics.reconciled('csvs', 'done', 0.01);
  metrics.reconciled('csvs', 'conflict', 0.01);
  metrics.reconciled('csvs', 'done', 0.3);
  metrics.installed({ result: 'succeeded', seconds: 2 });
  metrics.installed({ result: 'failed', seconds: 300 });
  expect(await linesOf(metrics, 'capstan_reconcile_seconds_count')).toEqual([
    'capstan_reconcile_seconds_count{queue="csvs",result="done"} 2',
    'capstan_reconcile_seconds_count{queue="csvs",result="conflict"} 1',
  ]);
  expect(await linesOf(metrics, 'capstan_install_seconds_sum')).toEqual([
    'capstan_install_seconds_sum{result="succeeded"} 2',
    'capstan_install_seconds_sum{result="failed"} 300',
  ]);
});

it('counts requests by verb and status, those without an answer too', async () => {
  const metrics = metricsOf();
  metrics.answered({ method: 'GET', path: '/api/v1/pods?watch=true' }, 200);
  metrics.answered({ method: 'GET', path: '/api/v1/pods' }, 403);
  metrics.answered({ method: 'PATCH', path: '/api/v1/namespaces/a/pods/watch=' }, 409);
  metrics.answered({ method: 'POST', path: '/api/v1/namespaces' }, undefined);
  expect(await linesOf(metrics, 'capstan_api_requests_total')).toEqual([
    'capstan_api_requests_total{verb="watch",code="200"} 1',
    'capstan_api_requests_total{verb="get",code="403"} 1',
    'capstan_api_requests_total{verb="patch",code="409"} 1',
    'capstan_api_requests_total{verb="create",code="none"} 1',
  ]);
});

it('tells how many catalogs are well, and when the most silent of them answered last', async () => {
  const now = 100 * MINUTE;
  const problem = { kind: 'unreachable', message: 'no route', since: now } as const;
  const catalogs = [
    emptyCatalog('read', { readAt: now - 30 * MINUTE }),
    emptyCatalog('asked', {
      readAt: now - 90 * MINUTE,
      reading: { checkedAt: now - MINUTE, fetching: false },
    }),
    emptyCatalog('failing', { readAt: now - 95 * MINUTE, reading: { fetching: false, problem } }),
    emptyCatalog('new', { readAt: 0 }),
  ];
  const metrics = metricsOf({ catalogs: () => catalogs, now: () => now });
  expect(await linesOf(metrics, 'capstan_catalog')).toEqual([
    'capstan_catalogs{state="ready"} 2',
    'capstan_catalogs{state="failing"} 1',
    'capstan_catalogs{state="unread"} 1',
    'capstan_catalog_packages 0',
    'capstan_catalog_bundles 0',
    'capstan_catalog_oldest_seconds 1800',
  ]);
});
