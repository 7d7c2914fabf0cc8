/** `POST /api/stream`: everything a tab follows, in one stream of server-sent events. */
import type { ServerResponse } from 'node:http';

import { StreamRequest } from '#lib/k8s/watch-request.ts';
import { encodeSse, ssePing } from '#lib/k8s/watch-stream.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import { dataPolicy } from './headers.ts';
import { BodyTooLargeError, readJson, sendError } from './http.ts';
import type { Exchange } from './http.ts';
import type { Change, SharedWatch, SharedWatches, WatchStatus } from './shared-watch.ts';

export interface Streams {
  serve: (exchange: Exchange) => Promise<void>;
  size: () => number;
  /** Ends all streams; their tabs come back by themselves, each after a pause of its own. */
  drain: () => void;
}

export interface StreamsOptions {
  watches: SharedWatches;
  access: AccessReviews;
  maxStreams?: number;
}

const bodyLimit = 256 * 1024;
/** Clients take 25 s without a sign of life for a lost connection. */
const pingMs = 8_000;
/** Changes that come close together travel together. */
const gatherMs = 10;
/** A reader that has taken nothing for this long is gone, or means harm. */
const stuckMs = 60_000;

export function createStreams(options: StreamsOptions): Streams {
  const open = new Set<Stream>();
  const maxStreams = options.maxStreams ?? 500;
  return {
    size: () => open.size,
    drain: () => {
      for (const stream of open) stream.end();
    },
    serve: async (exchange) => {
      const { request, response } = exchange;
      if (request.method !== 'POST')
        return sendError(response, 405, { kind: 'refused', message: 'Streams are opened by POST.' });
      const interests = await readInterests(exchange);
      if (interests === undefined) return;
      if (open.size >= maxStreams) {
        response.setHeader('retry-after', '10');
        return sendError(response, 503, {
          kind: 'unavailable',
          message: 'Too many tabs are open on this console.',
        });
      }
      const stream = new Stream(response, () => open.delete(stream));
      open.add(stream);
      await Promise.all(interests.map((interest) => follow(stream, interest, exchange, options)));
    },
  };
}

async function readInterests({ request, response }: Exchange): Promise<readonly WatchInterest[] | undefined> {
  try {
    const parsed = StreamRequest.safeParse(await readJson(request, bodyLimit));
    const ids = parsed.data?.watches.map(({ id }) => id) ?? [];
    if (parsed.success && new Set(ids).size === ids.length) return parsed.data.watches;
    const issue = parsed.error?.issues[0];
    const message =
      issue === undefined ? 'Two watches have the same id.' : `${issue.path.join('.')}: ${issue.message}`;
    sendError(response, 400, { kind: 'badRequest', message });
  } catch (error) {
    const status = error instanceof BodyTooLargeError ? 413 : 400;
    sendError(response, status, {
      kind: 'badRequest',
      message: 'The body is not the JSON of a stream request.',
    });
  }
  return undefined;
}

/** A list that is followed already was allowed when it was opened; whoever joins must be allowed now. */
async function follow(
  stream: Stream,
  interest: WatchInterest,
  { identity }: Exchange,
  options: StreamsOptions,
): Promise<void> {
  if (options.watches.has(identity, interest)) {
    const { group, plural, namespace, name } = interest;
    const check = {
      verb: 'watch',
      group,
      resource: plural,
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    };
    const [answer] = await options.access.review(identity, [check]);
    if (answer?.allowed !== true) {
      stream.refuse(interest.id, answer?.reason ?? 'You may not follow this list.');
      return;
    }
  }
  const channel = stream.channel(interest);
  const { watch, release } = options.watches.acquire(identity, interest, channel);
  stream.connect(channel, watch, release);
}

/** The side of one watch in one stream: what the tab has, and what it does not have yet. */
class Channel {
  readonly id: string;
  readonly resumeFrom: string | undefined;
  readonly #touch: () => void;
  watch: SharedWatch | undefined;
  /** The tab has the objects, up to what is in `pending`. */
  hasSnapshot = false;
  /** At most the last change of each object: a slow reader skips states, never objects. */
  pending = new Map<string, Change>();
  /** The last status told, as its message. */
  told = '';

  constructor(interest: WatchInterest, touch: () => void) {
    this.id = interest.id;
    this.resumeFrom = interest.resourceVersion;
    this.#touch = touch;
  }

  onChange(change: Change): void {
    if (!this.hasSnapshot) return;
    this.pending.set(change.key, change);
    this.#touch();
  }

  onStatus(): void {
    this.#touch();
  }
}

class Stream {
  readonly #response: ServerResponse;
  readonly #channels = new Set<Channel>();
  readonly #releases: (() => void)[] = [];
  readonly #ping: NodeJS.Timeout;
  #gather: NodeJS.Timeout | undefined;
  #stuckSince: number | undefined;
  #closed = false;

  constructor(response: ServerResponse, onClose: () => void) {
    this.#response = response;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'content-security-policy': dataPolicy,
      'x-accel-buffering': 'no',
    });
    response.write(ssePing);
    response.on('drain', () => {
      this.#stuckSince = undefined;
      this.#flush();
    });
    response.once('close', () => {
      this.#close();
      onClose();
    });
    this.#ping = setInterval(() => this.#beat(), pingMs);
    this.#ping.unref();
  }

  channel(interest: WatchInterest): Channel {
    return new Channel(interest, () => this.#touch());
  }

  connect(channel: Channel, watch: SharedWatch, release: () => void): void {
    if (this.#closed) {
      release();
      return;
    }
    channel.watch = watch;
    this.#channels.add(channel);
    this.#releases.push(release);
    this.#touch();
  }

  refuse(id: string, message: string): void {
    if (!this.#closed) this.#write(JSON.stringify({ id, type: 'error', kind: 'forbidden', message }));
  }

  end(): void {
    this.#response.end();
  }

  #close(): void {
    this.#closed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#gather);
    for (const release of this.#releases) release();
  }

  #beat(): void {
    if (this.#stuckSince !== undefined && Date.now() - this.#stuckSince > stuckMs) {
      this.#response.destroy();
      return;
    }
    if (this.#stuckSince === undefined) this.#send(ssePing);
  }

  #touch(): void {
    if (this.#gather !== undefined || this.#closed) return;
    this.#gather = setTimeout(() => {
      this.#gather = undefined;
      this.#flush();
    }, gatherMs);
  }

  /** Sends what each channel lacks; stops when the reader does not keep up and goes on when it does. */
  #flush(): void {
    for (const channel of this.#channels) {
      if (this.#closed || this.#stuckSince !== undefined) return;
      for (const message of messagesFor(channel)) this.#write(message);
    }
  }

  #write(json: string): void {
    this.#send(encodeSse(json));
  }

  #send(text: string): void {
    if (!this.#response.write(text)) this.#stuckSince ??= Date.now();
  }
}

/** JSON of the messages that bring the tab up to date, and remembers that it is. */
function messagesFor(channel: Channel): string[] {
  const { watch } = channel;
  if (watch === undefined) return [];
  const status = watch.status();
  const messages: string[] = [];
  if (status.phase === 'live' && !channel.hasSnapshot) messages.push(...contentFor(channel, watch));
  if (channel.pending.size > 0) {
    messages.push(eventMessage(channel.id, watch, [...channel.pending.values()]));
    channel.pending.clear();
  }
  const told = statusMessage(channel, status);
  if (told !== undefined && told !== channel.told) {
    channel.told = told;
    messages.push(told);
  }
  return messages;
}

function contentFor(channel: Channel, watch: SharedWatch): string[] {
  channel.hasSnapshot = true;
  channel.pending.clear();
  const missed =
    channel.told === '' && channel.resumeFrom !== undefined ? watch.since(channel.resumeFrom) : undefined;
  if (missed === undefined) {
    const position = JSON.stringify(watch.position());
    return [
      `{"id":${JSON.stringify(channel.id)},"type":"snapshot","items":[${watch.snapshot().join(',')}],"resourceVersion":${position}}`,
    ];
  }
  return missed.length === 0 ? [] : [eventMessage(channel.id, watch, lastOfEach(missed))];
}

function eventMessage(id: string, watch: SharedWatch, changes: readonly Change[]): string {
  const last = changes.reduce((a, b) => (a.sequence > b.sequence ? a : b));
  const position = JSON.stringify(watch.positionOf(last));
  const events = changes.map(({ json }) => json).join(',');
  return `{"id":${JSON.stringify(id)},"type":"event","events":[${events}],"resourceVersion":${position}}`;
}

function lastOfEach(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [change.key, change])).values()];
}

/** After these the tab hides what it had, so it will need everything again. */
const hiding: ReadonlySet<string> = new Set(['forbidden', 'notFound', 'unauthorized']);

function statusMessage(channel: Channel, status: WatchStatus): string | undefined {
  const { id } = channel;
  if (status.phase === 'starting') return undefined;
  if (status.phase === 'live') return JSON.stringify({ id, type: 'live' });
  if (hiding.has(status.kind)) channel.hasSnapshot = false;
  // The tab may hold content from an earlier stream; it then shows the error beside it.
  const { kind, message } = status;
  return JSON.stringify(
    channel.hasSnapshot && status.synced
      ? { id, type: 'stale', problem: { kind, message } }
      : { id, type: 'error', kind, message },
  );
}
