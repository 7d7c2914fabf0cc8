/** A file-based catalog on the web, which can be changed and taken away. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

export interface WebCatalog extends AsyncDisposable {
  url: string;
  /** What it serves; undefined: a fault of the server. */
  body: string | undefined;
  /** Every answer waits for it. */
  gate: Promise<void>;
  close(): Promise<void>;
}

export async function webCatalog(body: string, port = 0): Promise<WebCatalog> {
  const served: Pick<WebCatalog, 'body' | 'gate'> = { body, gate: Promise.resolve() };
  const answer = async (response: ServerResponse): Promise<void> => {
    await served.gate;
    if (served.body === undefined) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': 'application/jsonl' }).end(served.body);
  };
  const server: Server = createServer((_request, response) => void answer(response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return Object.assign(served, {
    url: `http://127.0.0.1:${String(bound)}/catalog.jsonl`,
    close,
    [Symbol.asyncDispose]: close,
  });
}
