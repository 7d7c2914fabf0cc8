/**
 * Passes an answer of the API server on to the browser. Pieces that arrive in one turn of the event loop leave as one
 * write (the API server sends a list in chunks of a few kilobytes), an answer that arrives whole leaves whole, and
 * nothing waits for a later turn: watches and followed logs go on as they come.
 */
import type { ServerResponse } from 'node:http';

import type { KubeError } from '#server/kube/errors.ts';
import type { AnswerSink, Forwarding, TransportResponse } from '#server/kube/types.ts';
import { apiResponse } from '../headers.ts';

/** Bytes that wait for the browser before the API server is asked to pause; one answer holds about that much memory. */
const mostWaiting = 256 * 1024;
/** Pieces are copied together up to here; longer rows of them leave in several writes. */
const mostTogether = 128 * 1024;
/** A piece of this size is worth a write of its own. */
const largePiece = 32 * 1024;

/** Buffers to copy into, used over and over: made anew for each write they would keep the garbage collector busy. */
const spares: Buffer[] = [];
const mostSpares = 16;

function release(buffer: Buffer): void {
  if (spares.length < mostSpares) spares.push(buffer);
}

/** Whose answer is passed on. */
export interface RelayOptions {
  response: ServerResponse;
  requestId: string;
  /** The browser asked by HEAD. */
  headOnly: boolean;
  /** Told of an error that came before anything was sent; later ones cut the answer off. */
  onError: (error: KubeError) => void;
}

/** The sink for one answer; it pauses the API server while the browser does not keep up. */
export class Relay implements AnswerSink {
  readonly #options: RelayOptions;
  /** Set by whoever starts the request. */
  #upstream: Forwarding | undefined;
  #status = 0;
  #headers: TransportResponse['headers'] = {};
  #buffer: Buffer | undefined;
  #used = 0;
  #isScheduled = false;
  #isPaused = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Ties both ends: the browser's leaving ends the request upstream. */
  follow(upstream: Forwarding): void {
    this.#upstream = upstream;
    // `close` comes also after a complete answer; there is nothing to cancel then.
    this.#options.response.once('close', () => upstream.cancel());
  }

  onHead(status: number, headers: TransportResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
    this.#schedule();
  }

  onData(chunk: Buffer): void {
    const isLarge = chunk.length >= largePiece;
    if (isLarge || this.#used + chunk.length > mostTogether) this.#flush();
    if (isLarge) {
      this.#watchLevel(this.#options.response.write(chunk));
      return;
    }
    this.#buffer ??= spares.pop() ?? Buffer.allocUnsafeSlow(mostTogether);
    this.#buffer.set(chunk, this.#used);
    this.#used += chunk.length;
    this.#schedule();
  }

  onEnd(): void {
    const { response, headOnly } = this.#options;
    if (!response.headersSent) {
      const hasLength =
        headOnly || this.#headers['content-length'] !== undefined || !mayHaveBody(this.#status);
      this.#writeHead(hasLength ? undefined : this.#used);
    }
    const buffer = this.#take();
    if (buffer === undefined) response.end();
    else response.end(buffer.bytes, buffer.done);
  }

  onError(error: KubeError): void {
    if (this.#options.response.headersSent) this.#options.response.destroy();
    else this.#options.onError(error);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (!this.#options.response.writableEnded && !this.#options.response.destroyed) this.#flush();
    });
  }

  #flush(): void {
    const { response } = this.#options;
    if (!response.headersSent) this.#writeHead(undefined);
    const taken = this.#take();
    // Watches and followed logs say nothing for minutes; their head must not wait for the first line.
    if (taken === undefined) response.flushHeaders();
    else this.#watchLevel(response.write(taken.bytes, taken.done));
  }

  #watchLevel(isBelowMark: boolean): void {
    if (!isBelowMark && this.#options.response.writableLength > mostWaiting) this.#pause();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#upstream?.pause();
    this.#options.response.once('drain', () => {
      this.#isPaused = false;
      this.#upstream?.resume();
    });
  }

  #writeHead(length: number | undefined): void {
    const { response, requestId } = this.#options;
    const headers = apiResponse(this.#headers, requestId);
    if (length !== undefined) headers.push('content-length', String(length));
    response.writeHead(this.#status, headers);
  }

  /** What has been gathered, and what to call once it has left. */
  #take(): { bytes: Buffer; done: () => void } | undefined {
    const buffer = this.#buffer;
    if (buffer === undefined) return undefined;
    const bytes = buffer.subarray(0, this.#used);
    this.#buffer = undefined;
    this.#used = 0;
    return {
      bytes,
      done: () => release(buffer),
    };
  }
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
