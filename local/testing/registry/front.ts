/** A server of ours in front of a real registry: asks for tokens, and breaks what passes through it on command. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { optional } from '#lib/base/loose.ts';

export interface FrontRequest {
  method: string;
  /** Path with query. */
  url: string;
  headers: http.IncomingHttpHeaders;
}

export type FrontAction =
  /** An answer of our own; `body` may be endless. */
  | { status: number; headers?: Record<string, string>; body?: string | AsyncIterable<Buffer> }
  /** The registry's answer, but the connection is cut after so many bytes of its body. */
  | { cutAfter: number }
  /** The registry's answer with another body; its length is that of the new one. */
  | { change: (body: Buffer) => Buffer }
  /** The registry's answer in pieces with pauses between them. */
  | { pieces: number; pauseMs: number };

export interface RegistryFront extends AsyncDisposable {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly requests: FrontRequest[];
  /** Asked for every request; `undefined` lets it pass. */
  onRequest: (request: FrontRequest) => FrontAction | undefined;
}

/** @param target base URL of the registry; absent: nothing passes */
export async function startRegistryFront(target?: string): Promise<RegistryFront> {
  const server = http.createServer((request, response) => {
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
    front.requests.push(seen);
    serve(seen, response, front.onRequest(seen), target).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port; only pipes have a string.
  const { port } = server.address() as AddressInfo;
  const front: RegistryFront = {
    host: `127.0.0.1:${String(port)}`,
    requests: [],
    onRequest: () => undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}

async function serve(
  { method, url, headers }: FrontRequest,
  response: http.ServerResponse,
  action: FrontAction | undefined,
  target: string | undefined,
): Promise<void> {
  if (action !== undefined && 'status' in action) {
    response.writeHead(action.status, action.headers);
    if (typeof action.body === 'object') await endless(response, action.body);
    else response.end(action.body ?? '');
    return;
  }
  if (target === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { range, accept, authorization } = headers;
  const answer = await fetch(new URL(url, target), {
    method,
    redirect: 'manual',
    headers: optional({ range, accept, authorization }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  await pass(response, answer, body, action);
}

async function pass(
  response: http.ServerResponse,
  answer: Response,
  body: Buffer,
  action: Exclude<FrontAction, { status: number }> | undefined,
): Promise<void> {
  const sent = action !== undefined && 'change' in action ? action.change(body) : body;
  const head = Object.fromEntries(answer.headers);
  const length = answer.headers.get('content-length') ?? String(body.length);
  response.writeHead(answer.status, {
    ...head,
    'content-length': sent === body ? length : String(sent.length),
  });
  if (action !== undefined && 'cutAfter' in action) {
    response.write(sent.subarray(0, action.cutAfter), () => response.destroy());
    return;
  }
  if (action !== undefined && 'pieces' in action) {
    const size = Math.ceil(sent.length / action.pieces);
    for (let start = 0; start < sent.length; start += size) {
      response.write(sent.subarray(start, start + size));
      await delay(action.pauseMs);
    }
    response.end();
    return;
  }
  response.end(sent);
}

async function endless(response: http.ServerResponse, body: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    }
  }
  response.end();
}
