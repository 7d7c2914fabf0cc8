/** `POST /api/stream`: everything a tab follows, in one stream of server-sent events. */
import { setTimeout as delay } from 'node:timers/promises';

import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import { StreamRequestShape } from '#lib/k8s/watch-request.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import type { Identity } from '#server/auth/identity.ts';
import { Channel, message } from './channel.ts';
import { BodyTooLargeError, readJson, sendError } from '../http.ts';
import type { Exchange } from '../http.ts';
import type { SharedWatches } from './shared-watches.ts';
import { Stream } from './stream-connection.ts';
import type { StreamStats } from './stream-stats.ts';

/** All streams of the process. */
export interface Streams {
  serve: (exchange: Exchange) => Promise<void>;
  size: () => number;
  /** Ends all streams; their tabs come back by themselves, each after a pause of its own. */
  drain: () => void;
}

/** How much there may be at once; what is more is refused with 429, or cut off. */
export interface StreamLimits {
  streams: number;
  /** One person's tabs, on all devices. */
  streamsPerIdentity: number;
  /** Different lists that one person follows. */
  watchesPerIdentity: number;
  /** What one person's readers have not taken yet. The one that holds up most is cut off when it is more. */
  pendingBytesPerIdentity: number;
}

/** Where lists come from, and how much there may be. */
export interface StreamsOptions {
  watches: SharedWatches;
  stats: StreamStats;
  limits?: Partial<StreamLimits> | undefined;
}

const defaultLimits: StreamLimits = {
  streams: 1_000,
  streamsPerIdentity: 250,
  watchesPerIdentity: 512,
  pendingBytesPerIdentity: 64 * 1024 * 1024,
};

const bodyLimit = 1024 * 1024;
/** Changes that come close together travel together; the first after a pause travels at once. */
const gatherMs = 10;
/** After this time a refused tab may find room. */
const retryAfterSeconds = 10;
/** Pause before rights are asked for again that could not be asked for. */
const recheckMs = 2_000;
/** Tabs of a console that stops come back within this time. */
const reconnectWithinMs = 3_000;

/** Streams open by POST with a `StreamRequest`; a body that is none is answered with 400. */
export function createStreams(options: StreamsOptions): Streams {
  const { watches, stats } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const open = new Map<Stream, Identity>();
  const touch = createGatherer((stream) => stream.flush());
  const ofIdentity = ({ key }: Identity): Stream[] =>
    [...open].flatMap(([stream, { key: other }]) => (other === key ? [stream] : []));
  return {
    size: () => open.size,
    drain: () => {
      const farewell = message(JSON.stringify({ type: 'reconnect', withinMs: reconnectWithinMs }));
      for (const stream of open.keys()) stream.end(farewell);
    },
    serve: async (exchange) => {
      const { request, response, identity } = exchange;
      if (request.method !== 'POST')
        return sendError(response, 405, { kind: 'refused', message: 'Streams are opened by POST.' });
      const interests = await readInterests(exchange);
      if (interests === undefined) return;
      const excess = excessOf({ limits, open: open.size, tabs: ofIdentity(identity).length }, () => {
        return watches.count(identity) + watches.missing(identity, interests);
      });
      if (excess !== undefined) {
        stats.refused += 1;
        response.setHeader('retry-after', String(retryAfterSeconds));
        return sendError(response, 429, { kind: 'tooManyRequests', ...withMessage(excess) });
      }
      const stream = new Stream(response, {
        touch,
        onClose: () => open.delete(stream),
        onStuck: () => relieve(ofIdentity(identity), limits.pendingBytesPerIdentity),
      });
      open.set(stream, identity);
      await Promise.all(interests.map((interest) => follow(stream, interest, identity, options)));
    },
  };
}

/** What there is too much of. */
function excessOf(
  { limits, open, tabs }: { limits: StreamLimits; open: number; tabs: number },
  watched: () => number,
): ConsoleProblem | undefined {
  if (open >= limits.streams) return { code: 'tooManyTabs' };
  if (tabs >= limits.streamsPerIdentity) return { code: 'ownTabs', values: { tabs } };
  return watched() > limits.watchesPerIdentity ? { code: 'tooManyWatches' } : undefined;
}

/** A reader that holds up too much is cut off: its tab comes back and goes on from where it was. */
function relieve(streams: readonly Stream[], limit: number): void {
  const pending = streams.reduce((sum, stream) => sum + stream.pendingBytes, 0);
  if (pending <= limit) return;
  streams.reduce((a, b) => (b.pendingBytes > a.pendingBytes ? b : a)).destroy();
}

async function readInterests({ request, response }: Exchange): Promise<readonly WatchInterest[] | undefined> {
  try {
    const parsed = StreamRequestShape.safeParse(await readJson(request, bodyLimit));
    const ids = parsed.data?.watches.map(({ id }) => id) ?? [];
    if (parsed.success && new Set(ids).size === ids.length) return parsed.data.watches;
    const issue = parsed.error?.issues[0];
    const text =
      issue === undefined ? 'Two watches have the same id.' : `${issue.path.join('.')}: ${issue.message}`;
    sendError(response, 400, { kind: 'badRequest', message: text });
  } catch (error) {
    const status = error instanceof BodyTooLargeError ? 413 : 400;
    sendError(response, status, {
      kind: 'badRequest',
      message: 'The body is not the JSON of a stream request.',
    });
  }
  return undefined;
}

async function follow(
  stream: Stream,
  interest: WatchInterest,
  identity: Identity,
  { watches, stats }: StreamsOptions,
): Promise<void> {
  for (;;) {
    const isKnown = await watches.recheck(identity, interest);
    if (stream.closed) return;
    if (isKnown) break;
    const { id } = interest;
    const problem = withMessage({ code: 'unchecked' });
    stream.write(message(JSON.stringify({ id, type: 'error', kind: 'unavailable', ...problem })));
    await delay(recheckMs, undefined, { ref: false });
  }
  const { watch, release } = watches.acquire(identity, interest, stream.touch);
  stream.connect(new Channel(interest, watch, stats), release);
}

/** Calls `run` for whatever was touched: at once after a pause, else all of them together once in `gatherMs`. */
function createGatherer(run: (stream: Stream) => void): (stream: Stream) => void {
  let touched = new Set<Stream>();
  let scheduled = false;
  let last = 0;
  const runAll = (): void => {
    scheduled = false;
    last = performance.now();
    const now = touched;
    touched = new Set();
    for (const stream of now) run(stream);
  };
  return (stream) => {
    touched.add(stream);
    if (scheduled) return;
    scheduled = true;
    const wait = gatherMs - (performance.now() - last);
    if (wait <= 0) setImmediate(runAll);
    else setTimeout(runAll, wait);
  };
}
