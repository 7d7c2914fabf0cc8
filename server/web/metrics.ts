/** Metrics of the console's process. Labels are templates and classes: no name of any object, no user. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { StreamStats } from './stream/stream-stats.ts';

/** Where requests are counted; `text` is what a scraper gets. */
export interface WebMetrics {
  /** One answered request. `route` is a template such as `/k8s`. */
  observe(route: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
}

/** What is read at each scrape. */
export interface MetricSources {
  streams: () => number;
  watches: () => number;
  stats: StreamStats;
}

/** A registry of its own, with Node's default metrics in it. */
export function createMetrics({ streams, watches, stats }: MetricSources): WebMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'capstan_web_requests_total',
    help: 'Requests answered by the console.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'capstan_web_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer; streams are left out.',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  addGauge(registry, 'capstan_web_streams', 'Live streams open now.', streams);
  addGauge(registry, 'capstan_web_upstream_watches', 'Lists followed at the API server now.', watches);
  for (const [name, [help, read]] of Object.entries(streamCounters)) {
    addCounter(registry, `capstan_web_${name}_total`, help, () => read(stats));
  }
  return {
    observe: (route, method, status, seconds) => {
      requests.inc({ route, method, status: `${String(Math.floor(status / 100))}xx` });
      if (route !== '/api/stream') duration.observe({ route }, seconds);
    },
    text: () => registry.metrics(),
  };
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => {
      gauge.set(read());
    },
  });
}

const streamCounters: Readonly<Record<string, [help: string, read: (stats: StreamStats) => number]>> = {
  stream_changes: ['Changes of objects sent to live streams.', ({ delivered }) => delivered],
  stream_coalesced: [
    'Changes not sent to a live stream because a later one of the same object was.',
    ({ coalesced }) => coalesced,
  ],
  stream_refused: ['Live streams refused because there were too many.', ({ refused }) => refused],
  stream_revoked: ['Lists no longer followed because the rights to them ended.', ({ revoked }) => revoked],
  upstream_relists: ['Lists fetched from the API server again.', ({ relists }) => relists],
};

function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  const counter = new Counter({
    name,
    help,
    registers: [registry],
    collect: () => {
      counter.reset();
      counter.inc(read());
    },
  });
}
