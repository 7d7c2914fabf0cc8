import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { bounded } from './bounded.ts';
import { createOutbound } from './create-outbound.ts';
import type { Outbound, OutboundOptions, OutboundRequest } from './outbound.ts';
import { pinned } from './pools.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function serve(
  listener: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<{ url: string; port: number }> {
  const server: Server = createServer(listener);
  server.listen(port, host);
  await once(server, 'listening');
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  // A listening TCP server has an address with a port; only pipes have a string.
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host}:${String(bound)}`, port: bound };
}

function outbound(options: Partial<OutboundOptions> = {}): Outbound {
  const made = createOutbound({ policy: { loopback: true, private: true }, ...options });
  open.push(() => made.close());
  return made;
}

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, limits: { bytes: 1000 }, signal: new AbortController().signal, ...more };
}

const refused = expect.objectContaining({ kind: 'refused' }) as unknown;

describe('fetch', () => {
  it('gives status, headers, body and where it came from', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { ETag: '"1"' }).end('hello');
    });
    const answer = await outbound().fetch(get(`${url}/x?y`));
    expect(answer).toMatchObject({ status: 200, url: `${url}/x?y`, scope: 'loopback' });
    expect(answer.headers['etag']).toBe('"1"');
    expect(await text(answer.body)).toBe('hello');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://localhost.:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://2130706433:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://0.0.0.0:1/',
  ])('opens no connection to %s in a cluster', async (url) => {
    const inCluster = outbound({ policy: { loopback: false, private: true } });
    await expect(inCluster.fetch(get(url))).rejects.toEqual(refused);
  });

  it('judges every name by what it stands for', async () => {
    const inCluster = outbound({
      policy: { loopback: false, private: true },
      resolve: (host) =>
        Promise.resolve(host === 'metadata.example' ? ['169.254.169.254'] : ['127.0.0.1', '::1']),
    });
    await expect(inCluster.fetch(get('https://metadata.example/'))).rejects.toThrow(
      'metadata.example (169.254.169.254) is link-local, where metadata services are and is not opened.',
    );
    await expect(inCluster.fetch(get('https://rebound.example/'))).rejects.toEqual(refused);
  });

  it('dials the very address that was judged, whatever the name stands for a moment later', async () => {
    const first = await serve((_request, response) => response.end('first'));
    await serve((_request, response) => response.end('second'), '127.0.0.2', first.port);
    let asked = 0;
    const rebound = outbound({
      resolve: () => {
        asked += 1;
        return Promise.resolve([asked === 1 ? '127.0.0.1' : '127.0.0.2']);
      },
    });
    const answer = await rebound.fetch(get(`http://rebound.example:${String(first.port)}/`));
    expect(await text(answer.body)).toBe('first');
    expect(asked).toBe(1);
  });

  it('never uses a kept connection for a name that now stands for another address', async () => {
    const first = await serve((_request, response) => response.end('first'));
    await serve((_request, response) => response.end('second'), '127.0.0.2', first.port);
    const answers = ['127.0.0.1', '127.0.0.2', '169.254.169.254'];
    const rebound = outbound({ resolve: () => Promise.resolve([answers.shift() ?? '']) });
    const url = `http://rebound.example:${String(first.port)}/`;
    expect(await text((await rebound.fetch(get(url))).body)).toBe('first');
    expect(await text((await rebound.fetch(get(url))).body)).toBe('second');
    await expect(rebound.fetch(get(url))).rejects.toEqual(refused);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://0xa9fea9fe/',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1/',
  ])('follows no redirect to %s', async (location) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    await expect(outbound().fetch(get(url))).rejects.toEqual(refused);
  });

  it('lets nobody outside lead further in, unless the host is listed', async () => {
    const { url, port } = await serve((_request, response) => response.end('inside'));
    await expect(outbound().fetch(get(url, { saidBy: 'public' }))).rejects.toEqual(refused);
    const listing = outbound({
      policy: { loopback: true, private: true, hosts: [`127.0.0.1:${String(port)}`] },
    });
    expect(await text((await listing.fetch(get(url, { saidBy: 'public' }))).body)).toBe('inside');
  });

  it('opens only listed hosts where there is a list', async () => {
    const listing = outbound({ policy: { loopback: true, private: true, hosts: ['*.example.com'] } });
    await expect(listing.fetch(get('http://127.0.0.1:1/'))).rejects.toEqual(refused);
  });

  it('follows redirects, and keeps credentials to the origin they are for', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('there');
    });
    const { url } = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const location = request.url === '/a' ? '/b' : `${other.url}/c`;
      response.writeHead(307, { location }).end('on');
    });
    const answer = await outbound().fetch(get(`${url}/a`, { authorization: 'Bearer secret' }));
    expect(await text(answer.body)).toBe('there');
    expect(answer.url).toBe(`${other.url}/c`);
    expect(seen).toEqual(['Bearer secret', 'Bearer secret', undefined]);
  });

  it('follows five redirects and no sixth', async () => {
    let asked = 0;
    const { url } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(301, { location: `/${String(asked)}` }).end();
    });
    await expect(outbound().fetch(get(url))).rejects.toEqual(refused);
    expect(asked).toBe(6);
  });

  it('stops an answer that is too large', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(1001)));
    const answer = await outbound().fetch(get(url));
    await expect(text(answer.body)).rejects.toMatchObject({ kind: 'limit' });
  });

  it('says when the answer stops in the middle, or never comes', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 10 }).write('half');
    });
    const limits = { bytes: 1000, idleMs: 50 };
    await expect(outbound().fetch(get(url, { limits }))).rejects.toMatchObject({ kind: 'unreachable' });
    const answer = await outbound().fetch(get(`${url}/half`, { limits }));
    await expect(text(answer.body)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('says when nobody listens, or the name is unknown', async () => {
    const { url, port } = await serve(() => undefined);
    await open.pop()?.();
    await expect(outbound().fetch(get(url))).rejects.toThrow(
      `127.0.0.1:${String(port)} refused the connection.`,
    );
    const unknown = outbound({
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    await expect(unknown.fetch(get('https://nowhere.example/'))).rejects.toThrow(
      'nowhere.example is a host name that does not resolve.',
    );
    const empty = outbound({ resolve: () => Promise.resolve([]) });
    await expect(empty.fetch(get('https://nowhere.example/'))).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each(['look-up', 'answer', 'body'])('stops at once when aborted during the %s', async (stage) => {
    const abort = new AbortController();
    const { url } = await serve((_request, response) => {
      if (stage === 'body') response.writeHead(200).write('x');
      else abort.abort(new Error('enough'));
    });
    const stuck = outbound({
      resolve: () => {
        abort.abort(new Error('enough'));
        return new Promise(() => undefined);
      },
    });
    const from = stage === 'look-up' ? stuck : outbound();
    const target = stage === 'look-up' ? 'http://stuck.example/' : url;
    const fetched = from.fetch(get(target, { signal: abort.signal })).then(async ({ body }) => {
      abort.abort(new Error('enough'));
      return text(body);
    });
    await expect(fetched).rejects.toThrow('enough');
  });
});

it('pins look-ups to what was judged', async () => {
  const lookup = pinned(['203.0.113.1', '2001:db8::1']);
  const one = await new Promise((resolve) => {
    lookup('127.0.0.1.example', {}, (_error, address, family) => resolve([address, family]));
  });
  const all = await new Promise((resolve) => {
    lookup('127.0.0.1.example', { all: true }, (_error, addresses) => resolve(addresses));
  });
  expect(one).toEqual(['203.0.113.1', 4]);
  expect(all).toEqual([
    { address: '203.0.113.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('gives up on a server that sends a byte now and then', async () => {
  const { Readable } = await import('node:stream');
  let minutes = 0;
  const dripping = Readable.from(Array.from({ length: 100 }, () => Buffer.from('x')));
  const body = bounded(dripping, {
    host: 'slow.example',
    limits: { bytes: 1000 },
    signal: new AbortController().signal,
    now: () => (minutes += 0.5) * 60_000,
  });
  await expect(text(Readable.from(body))).rejects.toThrow('slow.example sends its answer too slowly.');
});
