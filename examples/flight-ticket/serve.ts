/** Serves the webhooks of the FlightTicket operator with the certificate that is mounted in its pod. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createSecureContext } from 'node:tls';
import { answer } from './webhooks.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** With `tls.crt` and `tls.key`. */
  readonly certificates: string;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
}

/** Resolves when it listens. */
export async function serveWebhooks({ host, port, certificates, log }: ServeOptions): Promise<Server> {
  const read = (file: string): Buffer => readFileSync(join(certificates, file));
  const server = createServer(
    {
      // Read for each connection: it is renewed while this runs.
      SNICallback: (_name, done) => {
        try {
          done(null, createSecureContext({ cert: read('tls.crt'), key: read('tls.key') }));
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    },
    (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      text(request)
        .then((body) => answer(path, JSON.parse(body)))
        .then((review) => {
          response.writeHead(review === undefined ? 404 : 200, { 'content-type': 'application/json' });
          response.end(JSON.stringify(review ?? {}));
        })
        .catch((error: unknown) => {
          log('cannot answer', { path, error: error instanceof Error ? error.message : String(error) });
          response.writeHead(400).end();
        });
    },
  );
  server.listen(port, host);
  await once(server, 'listening');
  log('serving webhooks', { port });
  return server;
}
