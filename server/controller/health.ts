/** Health and metrics on loopback. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { HealthVerdict } from './health-verdict.ts';

/** What is asked at each probe and each scrape. */
export interface Health {
  verdict: () => HealthVerdict;
  /** Waiting and running keys by queue. */
  queueSizes: () => readonly { name: string; size: number }[];
}

/** A server that listens; `port` is the one it got. */
export interface HealthServer {
  port: number;
  countError: (queue: string) => void;
  close(): Promise<void>;
}

/**
 * `/healthz`, `/readyz` and `/metrics` on 127.0.0.1. Rejects when the port cannot be bound. @param port 0: any free
 * one
 */
export async function startHealth(port: number, health: Health): Promise<HealthServer> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const errors = new Counter({
    name: 'capstan_reconcile_errors_total',
    help: 'Reconciles that failed and were retried or given up.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const sizes = new Gauge({
    name: 'capstan_queue_size',
    help: 'Keys waiting or being reconciled.',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      // Who does not lead has no queues any more.
      this.reset();
      for (const { name, size } of health.queueSizes()) this.set({ queue: name }, size);
    },
  });
  registry.registerMetric(sizes);
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const path = (request.url ?? '').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, 'only GET\n');
    else if (path === '/healthz' || path === '/readyz') {
      const { unhealthy, notReady } = health.verdict();
      const why = path === '/healthz' ? unhealthy : notReady;
      answer(why.length === 0 ? 200 : 503, `${why.length === 0 ? 'ok' : why.join('\n')}\n`);
    } else if (path === '/metrics') {
      registry.metrics().then(
        (text) => {
          answer(200, text, registry.contentType);
        },
        (error: unknown) => {
          answer(500, `${String(error)}\n`);
        },
      );
    } else answer(404, 'there is /healthz, /readyz and /metrics\n');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    countError: (queue) => {
      errors.inc({ queue });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
