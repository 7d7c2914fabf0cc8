/**
 * An HTTP proxy of ours in front of a real server, which breaks what passes through it on command: cut, refusal, silence,
 * slowness, answers of our own. Between a client and the API server, or between a browser and the console.
 */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterConfig } from '#server/kube/config.ts';

export interface InjectedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What a slow network does to answers. */
export interface Slowness {
  /** Before an answer begins. */
  latencyMs: number;
  bytesPerSecond: number;
}

export interface Faults {
  /** Base URL of this proxy. */
  readonly url: string;
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
  /** Cuts every connection and takes no new ones, like a server that is not there. */
  refuse(): void;
  /** From now on nothing passes in either direction, while connections stay open. */
  silence(): void;
  /** Answers that begin from now on come slowly. */
  slow(how: Slowness): void;
  /** Undoes `refuse`, `silence` and `slow` for what comes from now on; connections that were silenced stay so. */
  heal(): void;
  close(): Promise<void>;
}

export interface FaultProxy extends Faults {
  /** The given configuration, but by way of this proxy (plain HTTP; the certificate is the proxy's business). */
  readonly config: ClusterConfig;
}

/** In front of the API server of a configuration. */
export async function startFaultProxy(config: ClusterConfig): Promise<FaultProxy> {
  // A certificate would win over a token, so only requests without one go out under the configuration's certificate.
  const plain = new https.Agent({ keepAlive: true, ca: config.tls.ca });
  const signed = new https.Agent({ keepAlive: true, ca: config.tls.ca, ...config.clientCertificate });
  const faults = await startFaults(({ url = '/', method, headers }) =>
    https.request(new URL(url, config.server), {
      agent: headers.authorization === undefined ? signed : plain,
      method,
      headers,
    }),
  );
  const { clientCertificate: _, ...rest } = config;
  return Object.assign(faults, {
    config: { ...rest, server: faults.url, tls: { insecure: false } },
    close: closing(faults, plain, signed),
  });
}

/** In front of a console, whose only name it keeps: the browser has another address, the console sees its own. */
export async function startConsoleProxy(origin: string): Promise<Faults> {
  const { host, port } = new URL(origin);
  const agent = new http.Agent({ keepAlive: true });
  const faults = await startFaults(({ url = '/', method, headers }) => {
    const named = { ...headers, host, ...(headers.origin === undefined ? {} : { origin }) };
    return http.request({ host: '127.0.0.1', port, path: url, agent, method, headers: named });
  }, 'localhost');
  return Object.assign(faults, { close: closing(faults, agent) });
}

function closing({ close }: Faults, ...agents: readonly http.Agent[]): () => Promise<void> {
  return async () => {
    for (const agent of agents) agent.destroy();
    await close();
  };
}

type Forward = (request: http.IncomingMessage) => http.ClientRequest;

interface State {
  readonly sockets: Set<Socket>;
  readonly silenced: WeakSet<Socket>;
  readonly watches: Set<http.ServerResponse>;
  silent: boolean;
  refusing: boolean;
  slowness: Slowness | undefined;
}

async function startFaults(forward: Forward, name = '127.0.0.1'): Promise<Faults> {
  const state: State = {
    sockets: new Set(),
    silenced: new WeakSet(),
    watches: new Set(),
    silent: false,
    refusing: false,
    slowness: undefined,
  };
  const server = http.createServer((request, response) => {
    const { method = '', url = '/', headers } = request;
    faults.requests.push(`${method} ${url}`);
    if (state.silent || state.silenced.has(request.socket)) {
      state.silenced.add(request.socket);
      return;
    }
    const injected = faults.onRequest({ method, url, headers });
    if (injected === undefined) pass(request, response, { forward, state });
    else answer(response, injected);
  });
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    if (state.refusing) {
      socket.destroy();
      return;
    }
    state.sockets.add(socket);
    socket.on('close', () => state.sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const faults = commands(state, server, name);
  return faults;
}

function commands(state: State, server: http.Server, name: string): Faults {
  // A listening TCP server has an address with a port; only pipes have a string.
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of state.sockets) socket.destroy();
  };
  return {
    url: `http://${name}:${String(port)}`,
    requests: [],
    onRequest: () => undefined,
    inject: (event) => {
      for (const response of state.watches) response.write(`${JSON.stringify(event)}\n`);
    },
    cut,
    refuse: () => {
      state.refusing = true;
      cut();
    },
    silence: () => {
      state.silent = true;
      for (const socket of state.sockets) state.silenced.add(socket);
    },
    slow: (how) => {
      state.slowness = how;
    },
    heal: () => {
      Object.assign(state, { silent: false, refusing: false, slowness: undefined });
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Passage {
  forward: Forward;
  state: State;
}

function pass(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { forward, state }: Passage,
): void {
  const slowness = state.slowness;
  const isSilenced = (): boolean => state.silenced.has(request.socket);
  const upstream = forward(request);
  upstream.on('response', (answered) => {
    answered.on('error', () => response.destroy());
    if (request.url?.includes('watch=true') === true) keepWatch(state.watches, response);
    if (slowness !== undefined) {
      passSlowly(answered, response, slowness).catch(() => response.destroy());
      return;
    }
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    response.flushHeaders();
    answered.on('data', (chunk: Buffer) => {
      if (!isSilenced()) response.write(chunk);
    });
    answered.on('end', () => {
      if (!isSilenced()) response.end();
    });
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

const slicesPerSecond = 10;

async function passSlowly(
  answered: http.IncomingMessage,
  response: http.ServerResponse,
  { latencyMs, bytesPerSecond }: Slowness,
): Promise<void> {
  await delay(latencyMs);
  response.writeHead(answered.statusCode ?? 502, answered.headers);
  response.flushHeaders();
  const size = Math.max(1, Math.floor(bytesPerSecond / slicesPerSecond));
  for await (const chunk of answered) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    for (let start = 0; start < bytes.length; start += size) {
      response.write(bytes.subarray(start, start + size));
      await delay(1000 / slicesPerSecond);
    }
  }
  response.end();
}

function keepWatch(watches: Set<http.ServerResponse>, response: http.ServerResponse): void {
  watches.add(response);
  response.on('close', () => watches.delete(response));
}

function answer(response: http.ServerResponse, { status, headers, body }: InjectedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
