/** What a page is rendered with: the lists and answers that it asks for, read with the credentials of whom it is for. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { FIRST_READS, type FirstReads } from '#lib/first-content.ts';
import { buildApiPath, parseApiPath } from '#lib/k8s/api-path.ts';
import { StreamRequestShape } from '#lib/k8s/watch-request.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { urls } from '#lib/urls.ts';
import type { Identity } from '#server/auth/identity.ts';
import type { CatalogQueries } from '#server/queries/catalog.ts';
import { queryPlanReview } from '#server/queries/plan-review.ts';
import type { SessionQuery } from '#server/queries/session.ts';
import { catalogAnswer } from './catalog-endpoint.ts';
import { Channel } from './stream/channel.ts';
import type { SharedWatches } from './stream/shared-watches.ts';
import type { StreamStats } from './stream/stream-stats.ts';

/** Where answers come from. */
export interface FirstReadsOptions {
  watches: SharedWatches;
  stats: StreamStats;
  session: SessionQuery;
  catalog: CatalogQueries;
}

/** A page is not held up longer than this for what it could show; people see its frame before they miss the content. */
const deadlineMs = 400;
/**
 * What is larger does not travel in the page but after it. In bytes of JSON: of one object, and of a list, which repeats itself
 * (180 kB of packages take 16 kB on the wire) and comes whole over the stream otherwise.
 */
const most = { object: 100_000, list: 400_000 };
/** Below what one person may follow (see `StreamLimits`), so that pages take no room from streams. */
const mostWatches = 256;

/** Makes the reads of one person. */
function createFirstReads(options: FirstReadsOptions): (identity: Identity) => FirstReads {
  return (identity) => ({
    list: (id, interest) => inTime((signal) => readList(options, identity, { id, ...interest }, signal)),
    answer: (path) =>
      inTime(async (signal) => {
        const found = await readAnswer(options, identity, path, signal);
        const text = typeof found === 'string' || found === undefined ? found : JSON.stringify(found);
        const limit = path === urls.api.packages() ? most.list : most.object;
        return text === undefined || text.length > limit ? undefined : text;
      }),
  });
}

/** Undefined also where it failed: the browser asks again, and tells of it. */
async function inTime(
  read: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(deadlineMs);
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  try {
    return await Promise.race([read(signal), late]);
  } catch {
    return undefined;
  }
}

/** Joins the watch that the stream of the page will join: what comes next goes on from there. */
async function readList(
  { watches, stats }: FirstReadsOptions,
  identity: Identity,
  wanted: WatchInterest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const parsed = StreamRequestShape.safeParse({ watches: [wanted] });
  const interest = parsed.data?.watches[0];
  if (interest === undefined || watches.count(identity) >= mostWatches) return undefined;
  if (!(await watches.recheck(identity, interest)) || signal.aborted) return undefined;
  const limit = interest.name === undefined ? most.list : most.object;
  return new Promise((resolve) => {
    const end = (text?: string): void => {
      release();
      resolve(text);
    };
    const look = (): void => {
      const status = watch.status();
      if (status.phase === 'failing') end();
      if (status.phase === 'live') end(new Channel(interest, watch, stats).wholeSnapshot(limit));
    };
    const { watch, release } = watches.acquire(identity, interest, look);
    signal.addEventListener('abort', () => {
      end();
    });
    look();
  });
}

/** Of Next's own routes the one that tells what a page is about. */
const PLAN_REVIEW = /^\/api\/v1\/plans\/([a-z0-9-]+)\/([a-z0-9.-]+)\/review$/;

async function readAnswer(
  { session, catalog }: FirstReadsOptions,
  identity: Identity,
  address: string,
  signal: AbortSignal,
): Promise<unknown> {
  const [path = '', query = ''] = address.split('?', 2);
  if (path === '/api/session') return session(identity);
  if (path.startsWith('/api/catalog/')) return catalogAnswer(catalog, identity, { path, query });
  const [, namespace, name] = PLAN_REVIEW.exec(path) ?? [];
  if (namespace !== undefined && name !== undefined)
    return queryPlanReview(identity, catalog, { namespace, name });
  return path.startsWith('/k8s/') && query === '' ? readObject(identity, path, signal) : undefined;
}

/** Of the API server; never a Secret, whose values have no place in a page. */
async function readObject(identity: Identity, path: string, signal: AbortSignal): Promise<unknown> {
  const parsed = parseApiPath(path.slice('/k8s'.length));
  if (!parsed.ok) return undefined;
  if (parsed.path.kind === 'resource' && parsed.path.resource === 'secrets') return undefined;
  return identity.client.request('GET', buildApiPath(parsed.path), { signal });
}

interface Holder {
  [key: symbol]: () => FirstReads | undefined;
}

/**
 * Lets what is rendered inside of `run` find the reads of whom it is for, through the one thing that Next's own copy of the
 * code shares with this one. There is one in a process.
 */
export function createPageReads(
  options: FirstReadsOptions,
): (identity: Identity, run: () => Promise<void>) => Promise<void> {
  const scope = new AsyncLocalStorage<FirstReads>();
  const readsOf = createFirstReads(options);
  // globalThis has no place for it in its type.
  (globalThis as unknown as Holder)[Symbol.for(FIRST_READS)] = () => scope.getStore();
  return (identity, run) => scope.run(readsOf(identity), run);
}
