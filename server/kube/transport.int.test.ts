import http from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from './client.ts';
import { loadConfig } from './config.ts';
import type { ClusterConfig } from './config.ts';
import { closeConnections } from './transport.ts';

let config: ClusterConfig;
let server: Server | undefined;
let passed: string[] = [];

beforeAll(() => {
  config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
});
afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
  passed = [];
});
afterAll(() => closeConnections(config));

async function listening(made: Server): Promise<string> {
  server = made;
  await new Promise<void>((resolve) => {
    made.listen(0, '127.0.0.1', resolve);
  });
  return `127.0.0.1:${String((made.address() as AddressInfo).port)}`;
}

function join(inside: Socket, host: string, port: number, begin: () => void): void {
  passed.push(`${host}:${String(port)}`);
  const outside = connect(port, host, () => {
    begin();
    inside.pipe(outside).pipe(inside);
  });
  for (const socket of [inside, outside]) socket.on('error', () => undefined);
  inside.on('close', () => outside.destroy());
  outside.on('close', () => inside.destroy());
}

function httpProxy(): Server {
  const proxy = http.createServer();
  proxy.on('connect', (request: http.IncomingMessage, socket: Socket) => {
    const [host = '', port = ''] = (request.url ?? '').split(':');
    join(socket, host, Number(port), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    });
  });
  return proxy;
}

/** SOCKS 5 without a password, for IPv4 addresses and names: RFC 1928. */
function socksProxy(): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request: Buffer) => {
        const isName = request[3] === 3;
        const length = request[4] ?? 0;
        const host = isName ? request.subarray(5, 5 + length).toString() : request.subarray(4, 8).join('.');
        const port = request.readUInt16BE(isName ? 5 + length : 8);
        join(socket, host, port, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        });
      });
    });
  });
}

describe('proxy-url of the kubeconfig', () => {
  const rows = [
    { scheme: 'http', proxy: httpProxy },
    { scheme: 'socks5', proxy: socksProxy },
  ];
  it.each(rows)('reaches the API server with its certificate by $scheme', async ({ scheme, proxy }) => {
    const proxied: ClusterConfig = { ...config, proxyUrl: `${scheme}://${await listening(proxy())}` };
    const { items } = await createClient(proxied).list(resources.namespaces);
    expect(items.map((item) => item.metadata.name)).toContain('kube-system');
    expect(passed).toEqual([new URL(config.server).host]);
    await closeConnections(proxied);
  });

  it('names the proxy too when it is gone, but not its password', async () => {
    const address = await listening(createServer());
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const proxied: ClusterConfig = { ...config, proxyUrl: `http://me:secret@${address}` };
    const attempt = createClient(proxied).list(resources.namespaces);
    await expect(attempt).rejects.toMatchObject({
      kind: 'unavailable',
      publicMessage: /refused the connection/,
    });
    await closeConnections(proxied);
  });
});
