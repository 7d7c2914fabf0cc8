/**
 * A TCP/HTTP proxy of ours between a client and a real API server, which breaks what passes through it on command:
 * cut, silence, answers of our own. It understands HTTP just enough to answer for the server.
 */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';
import type { ClusterConfig } from '#server/kube/config.ts';

export interface InjectedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface FaultProxy {
  /** The given configuration, but by way of this proxy (plain HTTP; the certificate is the proxy's business). */
  readonly config: ClusterConfig;
  /** Method and path with query of every request that came, in order. */
  readonly requests: string[];
  /** Answers for the server whenever it returns an answer; `undefined` lets the request pass. */
  onRequest: (request: {
    method: string;
    url: string;
    headers: http.IncomingHttpHeaders;
  }) => InjectedAnswer | undefined;
  /** Writes a line into every open watch, as if the server had sent it. */
  inject(event: unknown): void;
  /** Cuts every connection in the middle. */
  cut(): void;
  /** From now on nothing passes in either direction, while connections stay open. */
  silence(): void;
  /** Undoes `silence` for new connections; those that were silenced stay so. */
  heal(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(config: ClusterConfig): Promise<FaultProxy> {
  // A certificate would win over a token, so only requests without one go out under the configuration's certificate.
  const plain = new https.Agent({ keepAlive: true, ca: config.tls.ca });
  const signed = new https.Agent({ keepAlive: true, ca: config.tls.ca, ...config.clientCertificate });
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  const watches = new Set<http.ServerResponse>();
  let silent = false;

  const server = http.createServer((request, response) => {
    const url = request.url ?? '/';
    proxy.requests.push(`${request.method ?? ''} ${url}`);
    if (silent || silenced.has(request.socket)) {
      silenced.add(request.socket);
      return;
    }
    const injected = proxy.onRequest({ method: request.method ?? '', url, headers: request.headers });
    if (injected !== undefined) {
      answer(response, injected);
      return;
    }
    const upstream = https.request(
      new URL(url, config.server),
      {
        agent: request.headers.authorization === undefined ? signed : plain,
        method: request.method,
        headers: request.headers,
      },
      (answered) => {
        if (url.includes('watch=true')) keepWatch(watches, response);
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        response.flushHeaders();
        answered.on('data', (chunk: Buffer) => {
          if (!silenced.has(request.socket)) response.write(chunk);
        });
        answered.on('end', () => {
          if (!silenced.has(request.socket)) response.end();
        });
        answered.on('error', () => response.destroy());
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const proxy: FaultProxy = {
    config: plainConfig(config, server.address()),
    requests: [],
    onRequest: () => undefined,
    inject: (event) => {
      for (const response of watches) response.write(`${JSON.stringify(event)}\n`);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    silence: () => {
      silent = true;
      for (const socket of sockets) silenced.add(socket);
    },
    heal: () => {
      silent = false;
    },
    close: async () => {
      proxy.cut();
      plain.destroy();
      signed.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function keepWatch(watches: Set<http.ServerResponse>, response: http.ServerResponse): void {
  watches.add(response);
  response.on('close', () => watches.delete(response));
}

function answer(response: http.ServerResponse, { status, headers, body }: InjectedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

function plainConfig(config: ClusterConfig, address: AddressInfo | string | null): ClusterConfig {
  if (address === null || typeof address === 'string') throw new Error('the fault proxy has no port');
  const { clientCertificate: _, ...rest } = config;
  return { ...rest, server: `http://127.0.0.1:${String(address.port)}`, tls: { insecure: false } };
}
