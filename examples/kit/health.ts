/** How an operator tells a kubelet and Prometheus how it is: `/healthz`, `/readyz`, `/metrics`. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface HealthPlace {
  readonly host: string;
  readonly port: number;
}

export interface HealthAnswers {
  /** Whether all that it follows is known, or it waits for its turn. */
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
}

/** Resolves when it answers. Rejects when the port is taken. */
export async function serveHealth(
  { host, port }: HealthPlace,
  { isReady, metrics }: HealthAnswers,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text);
    };
    if (request.method !== 'GET') answer(405, 'GET only\n');
    else if (request.url === '/healthz') answer(200, 'ok\n');
    else if (request.url === '/readyz') answer(isReady() ? 200 : 503, isReady() ? 'ok\n' : 'reading\n');
    else if (request.url === '/metrics')
      metrics().then(
        (text) => answer(200, text),
        () => answer(500, 'no metrics\n'),
      );
    else answer(404, 'not here\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
