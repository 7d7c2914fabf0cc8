/**
 * The kubelet of the pods that processes of this machine stand for: their logs, and the way to their ports. KWOK plays all
 * nodes and knows no processes, so what is about other pods, or is asked otherwise, goes on to it.
 */
import { request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { servePortForward } from './forward/port-forward.ts';
import { chosenLines, lineText, parseLogRequest } from './log-request.ts';
import type { LogRequest } from './log-request.ts';
import type { ProcessLog } from './process-log.ts';
import type { LocalPort } from './way.ts';

/** A pod that a process stands for. */
export interface KubeletPod {
  /** The one container that the process stands for. */
  readonly container: string;
  readonly ports: readonly LocalPort[];
  /** Of the process that runs, or ran last; none before it was ever started. */
  readonly log: ProcessLog | undefined;
  /** Of the one before. */
  readonly previous: ProcessLog | undefined;
}

export interface KubeletOptions {
  /** What to serve with; API servers do not ask who signed it. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** Of KWOK, on this machine's loopback. */
  readonly kwokPort: number;
  /** undefined for a pod of which nothing is known here. */
  readonly podAt: (namespace: string, name: string) => KubeletPod | undefined;
}

export interface Kubelet {
  /** Serves a connection that somebody else has taken. */
  take(connection: Duplex): void;
}

export function createKubelet(options: KubeletOptions): Kubelet {
  // It never listens: nobody comes in but by the door.
  const server = createServer({ ...options.certificate }, (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, namespace = '', name = '', container = ''] =
      /^\/containerLogs\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const pod = container === '' ? undefined : options.podAt(namespace, name);
    if (pod === undefined) passOn(request, response, options.kwokPort);
    else showLog(response, { pod, about: `container "${container}" of pod "${name}"`, container, query });
  });
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    const [, namespace = '', name = ''] = /^\/portForward\/([^/?]+)\/([^/?]+)/.exec(request.url ?? '') ?? [];
    const pod = name === '' ? undefined : options.podAt(namespace, name);
    if (pod === undefined) joinKwok(request, connection, head, options.kwokPort);
    else if (request.headers.upgrade?.toLowerCase() !== 'spdy/3.1')
      connection.end(
        'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nPorts are forwarded by SPDY/3.1 only.',
      );
    else {
      // As it is now: a process that was started anew listens elsewhere.
      const localPort = (port: number): number | undefined =>
        options.podAt(namespace, name)?.ports.find(({ containerPort }) => containerPort === port)?.localPort;
      void servePortForward(connection, { head, localPort, pod: `pod "${name}"` });
    }
  });
  return { take: (connection) => server.emit('connection', connection) };
}

interface Asked {
  readonly pod: KubeletPod;
  readonly container: string;
  readonly about: string;
  readonly query: string;
}

function showLog(response: ServerResponse, { pod, container, about, query }: Asked): void {
  let request: LogRequest;
  try {
    request = parseLogRequest(new URLSearchParams(query));
  } catch (error) {
    refuse(response, error instanceof Error ? error.message : String(error));
    return;
  }
  const log = request.previous ? pod.previous : pod.log;
  if (container !== pod.container) refuse(response, `no process of this machine stands for ${about}`);
  else if (log === undefined && request.previous) refuse(response, `previous terminated ${about} not found`);
  else if (log === undefined) refuse(response, `${about} is waiting to start`);
  else sendLog(response, log, request);
}

function refuse(response: ServerResponse, reason: string): void {
  response.writeHead(400, { 'content-type': 'text/plain' }).end(reason);
}

function sendLog(response: ServerResponse, log: ProcessLog, request: LogRequest): void {
  let left = request.limitBytes ?? Infinity;
  const send = (text: string): void => {
    const bytes = Buffer.from(text);
    response.write(bytes.subarray(0, Math.min(left, bytes.length)));
    left -= bytes.length;
    if (left <= 0) response.end();
  };
  response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders();
  for (const line of chosenLines(log.lines(), request, Date.now())) {
    if (left > 0) send(lineText(line, request));
  }
  if (!request.follow || left <= 0) {
    response.end();
    return;
  }
  const stop = log.follow({
    line: (line) => {
      send(lineText(line, request));
    },
    end: () => response.end(),
  });
  response.once('finish', stop).once('close', stop);
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', (error) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
    response.end(`KWOK does not answer: ${error.message}`);
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/** What becomes something other than HTTP: the request as it came, and then all that either side says. */
function joinKwok(request: IncomingMessage, connection: Duplex, head: Buffer, port: number): void {
  const kwok = connect({ host: '127.0.0.1', port });
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1`];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index] ?? ''}: ${rawHeaders[index + 1] ?? ''}`);
  kwok.on('error', () => connection.destroy());
  connection.once('close', () => kwok.destroy());
  kwok.write(`${lines.join('\r\n')}\r\n\r\n`);
  kwok.write(head);
  connection.pipe(kwok).pipe(connection);
}
