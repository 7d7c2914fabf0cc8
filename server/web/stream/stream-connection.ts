/** One open stream: writes what its channels have to say, as fast as the reader takes it. */
import type { ServerResponse } from 'node:http';

import { ssePing } from '#lib/k8s/watch-stream.ts';
import type { Channel } from './channel.ts';
import { dataPolicy } from '../headers.ts';

/** What a stream tells those who hold it. */
export interface StreamEvents {
  /** The stream has something to say, soon. */
  touch: (stream: Stream) => void;
  onClose: () => void;
  /** The reader does not keep up. */
  onStuck: () => void;
}

/** Clients take 25 s without a sign of life for a lost connection. */
const pingMs = 8_000;
/** A reader that has taken nothing for this long is gone, or means harm. */
const stuckMs = 60_000;
/** Small messages are written together up to about this size. */
const batchBytes = 64 * 1024;

/** Writes its head at once. Nothing is written while the reader has not taken what there is. */
export class Stream {
  readonly #response: ServerResponse;
  readonly #events: StreamEvents;
  readonly #channels = new Set<Channel>();
  readonly #releases: (() => void)[] = [];
  readonly #ping: NodeJS.Timeout;
  #stuckSince: number | undefined;
  #closed = false;

  constructor(response: ServerResponse, events: StreamEvents) {
    this.#response = response;
    this.#events = events;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'content-security-policy': dataPolicy,
      'x-accel-buffering': 'no',
    });
    response.write(ssePing);
    response.on('drain', () => {
      this.#stuckSince = undefined;
      this.flush();
    });
    response.once('close', () => {
      this.#close();
      events.onClose();
    });
    this.#ping = setInterval(() => this.#beat(), pingMs);
    this.#ping.unref();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Written, and not taken by the reader. */
  get pendingBytes(): number {
    return this.#response.writableLength;
  }

  readonly touch = (): void => this.#events.touch(this);

  connect(channel: Channel, release: () => void): void {
    if (this.#closed) {
      release();
      return;
    }
    this.#channels.add(channel);
    this.#releases.push(release);
    this.touch();
  }

  write(bytes: Uint8Array): void {
    if (this.#closed || this.#response.write(bytes)) return;
    this.#stuckSince ??= performance.now();
    this.#events.onStuck();
  }

  /** Sends what each channel lacks; stops when the reader does not keep up and goes on when it does. */
  flush(): void {
    let batch: Uint8Array[] = [];
    let size = 0;
    const send = (): void => {
      if (size > 0)
        this.write(batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch));
      batch = [];
      size = 0;
    };
    for (const channel of this.#channels) {
      for (;;) {
        if (this.#closed || this.#stuckSince !== undefined) return;
        const bytes = channel.next();
        if (bytes === undefined) break;
        batch.push(bytes);
        size += bytes.length;
        if (size >= batchBytes) send();
      }
    }
    send();
  }

  end(farewell: Uint8Array): void {
    this.#response.end(farewell);
  }

  destroy(): void {
    this.#response.destroy();
  }

  #close(): void {
    this.#closed = true;
    clearInterval(this.#ping);
    for (const release of this.#releases) release();
  }

  #beat(): void {
    if (this.#stuckSince !== undefined && performance.now() - this.#stuckSince > stuckMs) {
      this.destroy();
      return;
    }
    if (this.#stuckSince === undefined) this.write(Buffer.from(ssePing));
  }
}
