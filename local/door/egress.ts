/**
 * The way from processes of the runner to what the cluster calls Services and pods: an HTTP proxy on this machine's loopback,
 * for those that know its word. It leads to processes of the runner and nowhere else.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Way } from './way.ts';

export interface Egress {
  /** With the word in it: for the environment of the processes that may use it. */
  readonly url: string;
  close(): Promise<void>;
}

type WayTo = (authority: string) => Way;

/** Resolves when it takes connections. `wayTo` is asked anew for each. */
export async function openEgress(wayTo: WayTo): Promise<Egress> {
  const word = randomBytes(16).toString('hex');
  const open = new Set<Duplex>();
  const server = createServer((request, response) => {
    if (!knows(word, request)) response.writeHead(407).end();
    else pass(request, response, wayTo);
  });
  server.on('connection', (connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  server.on('connect', (request, client, head) => {
    client.on('error', () => client.destroy());
    if (knows(word, request)) tunnel(request.url ?? '', client, { head, wayTo });
    else client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  // Streams between members are silent for as long as nothing changes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://capstan:${word}@127.0.0.1:${String(port)}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}

function knows(word: string, { headers }: IncomingMessage): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`capstan:${word}`).toString('base64')}`);
  const given = Buffer.from(headers['proxy-authorization'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What stands for this authority here; the reason where nothing does. */
function portOf(authority: string, wayTo: WayTo): { localPort: number } | { reason: string } {
  const way = wayTo(authority);
  if (way.kind === 'open') return { localPort: way.localPort };
  return { reason: way.kind === 'refused' ? way.reason : 'no kubelet is reached from here' };
}

function pass(request: IncomingMessage, response: ServerResponse, wayTo: WayTo): void {
  const { method, url = '', headers } = request;
  if (!URL.canParse(url)) {
    response.writeHead(400).end('A proxy is asked for an address with a host.\n');
    return;
  }
  const target = new URL(url);
  const found = portOf(`${target.hostname}:${target.port || '80'}`, wayTo);
  if ('reason' in found) {
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${found.reason}\n`);
    return;
  }
  const { 'proxy-authorization': _, ...passed } = headers;
  const upstream = ask(
    {
      host: '127.0.0.1',
      port: found.localPort,
      method,
      path: `${target.pathname}${target.search}`,
      headers: passed,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A stream says nothing for long, and who waits for its head waits for that.
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    },
  );
  upstream.once('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('the process does not answer\n');
  });
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

function tunnel(authority: string, client: Duplex, { head, wayTo }: { head: Buffer; wayTo: WayTo }): void {
  const found = portOf(authority, wayTo);
  if ('reason' in found) {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const process = connect({ host: '127.0.0.1', port: found.localPort });
  client.once('close', () => process.destroy());
  process.once('close', () => client.destroy());
  process.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  process.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    process.write(head);
    client.pipe(process).pipe(client);
  });
}
