/**
 * Passes an answer of the API server on to the browser. Pieces that arrive in one turn of the event loop leave as one
 * write (the API server sends a list in chunks of a few kilobytes), an answer that arrives whole leaves whole, and
 * nothing waits for a later turn: watches and followed logs go on as they come.
 */
import type { ServerResponse } from 'node:http';

import type { KubeError } from '#server/kube/errors.ts';
import type { AnswerSink, Forwarding, TransportResponse } from '#server/kube/types.ts';
import { apiResponse } from './headers.ts';

/** Bytes that wait for the browser before the API server is asked to pause; one answer holds about that much memory. */
const mostWaiting = 256 * 1024;
/** Pieces are copied together up to here; longer rows of them leave in several writes. */
const mostTogether = 128 * 1024;

export interface RelayOptions {
  response: ServerResponse;
  requestId: string;
  /** The browser asked by HEAD. */
  headOnly: boolean;
  /** Told of an error that came before anything was sent; later ones cut the answer off. */
  onError: (error: KubeError) => void;
}

export class Relay implements AnswerSink {
  readonly #options: RelayOptions;
  /** Set by whoever starts the request. */
  #upstream: Forwarding | undefined;
  #status = 0;
  #headers: TransportResponse['headers'] = {};
  #pieces: Buffer[] = [];
  #size = 0;
  #isScheduled = false;
  #isPaused = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Ties both ends: the browser's leaving ends the request upstream. */
  follow(upstream: Forwarding): void {
    this.#upstream = upstream;
    // `close` comes also after a complete answer; there is nothing to cancel then.
    this.#options.response.once('close', () => {
      upstream.cancel();
    });
  }

  onHead(status: number, headers: TransportResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
    this.#schedule();
  }

  onData(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= mostTogether) this.#flush();
    else this.#schedule();
  }

  onEnd(): void {
    const { response, headOnly } = this.#options;
    const rest = this.#take();
    if (!response.headersSent) {
      const hasLength =
        headOnly || this.#headers['content-length'] !== undefined || !mayHaveBody(this.#status);
      this.#writeHead(hasLength ? undefined : (rest?.length ?? 0));
    }
    response.end(rest);
  }

  onError(error: KubeError): void {
    this.#pieces = [];
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
    const bytes = this.#take();
    // Watches and followed logs say nothing for minutes; their head must not wait for the first line.
    if (bytes === undefined) response.flushHeaders();
    else if (!response.write(bytes) && response.writableLength > mostWaiting) this.#pause();
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

  #take(): Buffer | undefined {
    const pieces = this.#pieces;
    if (pieces.length === 0) return undefined;
    const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, this.#size);
    this.#pieces = [];
    this.#size = 0;
    return all;
  }
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
