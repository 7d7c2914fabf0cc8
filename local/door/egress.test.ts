import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openEgress } from './egress.ts';
import type { Way } from './way.ts';

const SERVICE = '10.96.0.7:2379';

/** A process that says what it was asked, and a proxy that leads to it. */
async function lab(): Promise<URL> {
  const server = createServer((asked, response) => {
    const { 'proxy-authorization': word = 'none' } = asked.headers;
    response.end(`${asked.method ?? ''} ${asked.url ?? ''} of ${asked.headers.host ?? ''}, word: ${word}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: localPort } = server.address() as AddressInfo;
  const egress = await openEgress((authority): Way => {
    if (authority === SERVICE) return { kind: 'open', localPort };
    if (authority === 'node:10250') return { kind: 'kubelet' };
    return { kind: 'refused', reason: `${authority} is nowhere` };
  });
  onTestFinished(async () => {
    await egress.close();
    server.close();
    server.closeAllConnections();
  });
  return new URL(egress.url);
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function wordOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** As Go's clients ask a proxy for what has no TLS. */
async function plainly(proxy: URL, url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { host: URL.canParse(url) ? new URL(url).host : 'none', ...wordOf(proxy) };
  request({ host: proxy.hostname, port: proxy.port, path: url, headers }, resolve)
    .once('error', reject)
    .end();
  const response = await promise;
  return { status: response.statusCode, text: await textOf(response) };
}

/** As Node's `fetch` asks it. */
async function tunnelled(proxy: URL, authority: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: wordOf(proxy),
  });
  asked.once('error', reject);
  asked.once('connect', (response, socket) => {
    if (response.statusCode !== 200) {
      socket.destroy();
      resolve({ status: response.statusCode, text: '' });
      return;
    }
    socket.end('GET /through HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n');
    textOf(socket).then((text) => resolve({ status: 200, text }), reject);
  });
  asked.end();
  return promise;
}

const stranger = (proxy: URL): URL => {
  const other = new URL(proxy);
  other.username = '';
  other.password = '';
  return other;
};

it('leads to the process behind a Service, and keeps its word to itself', async () => {
  const proxy = await lab();
  expect(proxy.hostname).toBe('127.0.0.1');
  expect(await plainly(proxy, `http://${SERVICE}/members?a=1`)).toEqual({
    status: 200,
    text: `GET /members?a=1 of ${SERVICE}, word: none`,
  });
  expect((await tunnelled(proxy, SERVICE)).text).toContain('GET /through of inside');
});

it.each([
  ['nobody without its word', 407, stranger, SERVICE],
  ['nobody to a kubelet', 502, (proxy: URL) => proxy, 'node:10250'],
  ['nobody to what is no process of the runner', 502, (proxy: URL) => proxy, '127.0.0.1:22'],
])('leads %s', async (_, status, as, authority) => {
  const proxy = as(await lab());
  expect((await plainly(proxy, `http://${authority}/`)).status).toBe(status);
  expect((await tunnelled(proxy, authority)).status).toBe(status);
});

it('takes no address without a host', async () => {
  expect((await plainly(await lab(), '/members')).status).toBe(400);
});
