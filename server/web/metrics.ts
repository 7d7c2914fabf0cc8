/** Metrics of the console's process. Labels are templates and classes: no name of any object, no user. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface WebMetrics {
  /** One answered request. `route` is a template such as `/k8s`. */
  observe(route: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
}

export function createMetrics(gauges: { streams: () => number; watches: () => number }): WebMetrics {
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
  addGauge(registry, 'capstan_web_streams', 'Live streams open now.', gauges.streams);
  addGauge(registry, 'capstan_web_upstream_watches', 'Lists followed at the API server now.', gauges.watches);
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
