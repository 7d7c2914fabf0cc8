/** Health and metrics. They name nothing of the cluster but queues, so that whoever reaches them may read them. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Registry } from 'prom-client';
import type { HealthVerdict } from './health-verdict.ts';

/** What is asked at each probe and each scrape. */
export interface Health {
  verdict: () => HealthVerdict;
  /** Of everything that this process counts. */
  metrics: Pick<Registry, 'contentType' | 'metrics'>;
}

/** A server that listens; `port` is the one it got. */
export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** `/healthz`, `/readyz` and `/metrics`. Rejects when the address cannot be bound. @param port 0: any free one */
export async function startHealth(
  { host, port }: { host: string; port: number },
  { verdict, metrics }: Health,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const path = (request.url ?? '').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, 'only GET\n');
    else if (path === '/healthz' || path === '/readyz') {
      const { unhealthy, notReady } = verdict();
      const why = path === '/healthz' ? unhealthy : notReady;
      answer(why.length === 0 ? 200 : 503, `${why.length === 0 ? 'ok' : why.join('\n')}\n`);
    } else if (path === '/metrics') {
      metrics.metrics().then(
        (text) => {
          answer(200, text, metrics.contentType);
        },
        (error: unknown) => {
          answer(500, `${String(error)}\n`);
        },
      );
    } else answer(404, 'there is /healthz, /readyz and /metrics\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: portOf(server),
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
