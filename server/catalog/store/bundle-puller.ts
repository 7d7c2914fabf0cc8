/**
 * Pulls bundle images when somebody asks for them. Timing as upstream (deadline of 10 min, retry after 5 min; reference
 * 58, 87), but the first retries come within seconds.
 */
import { pause } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';
import { bundleImageKey } from '#lib/olm/subscription/bundle-image.ts';
import type {
  BundleImages,
  BundleImageState,
  PullBundle,
  RegistryCredentials,
  UnpackOptions,
} from './bundle-images.ts';
import { BundleTable } from './bundle-table.ts';
import type { CatalogCache } from './catalog-cache.ts';
import type { CatalogRef } from '../catalog-ref.ts';
import { reason } from '../read/document.ts';
import { isDigest } from '../oci/reference.ts';
import { Slots } from './slots.ts';
import { SourceError } from '../sources/reader.ts';

/** What pulls, where it goes, and who may have it. */
export interface BundlePullerOptions {
  pull: PullBundle;
  cache: Pick<CatalogCache, 'putContent' | 'content'>;
  /** What the images of a catalog are pulled with. */
  credentials: (ref: CatalogRef) => Promise<RegistryCredentials>;
  /** UID of the CatalogSource: one that was made anew, perhaps without pull secrets, has no part in what was pulled. */
  owner: (ref: CatalogRef) => string | undefined;
  clock: Clock;
  /** Where to remember what images hold. */
  tableFile?: string;
  /** Told of every attempt that failed, for the log. */
  onProblem?: (ref: CatalogRef, image: string, error: unknown) => void;
}

/** Pulls under way, and those for the catalogs of one namespace. */
const AT_ONCE = 6;
const AT_ONCE_OF_ONE = 3;
const DEADLINE_MS = 10 * 60_000;
/** Whatever an OperatorGroup says: a tenant must not hold a place for days. */
const LONGEST_DEADLINE_MS = 60 * 60_000;
const RETRIES_MS = [2_000, 10_000, 30_000, 60_000, 120_000] as const;
const RETRY_MS = 5 * 60_000;
/** An image that nobody asked for in that time is not tried again, and then forgotten. */
const INTEREST_MS = 15 * 60_000;
/** What a tag stands for is asked again after that time. */
const TAG_MS = 10 * 60_000;
const MAX_IMAGES = 2_000;

interface Entry {
  ref: CatalogRef;
  owner: string | undefined;
  image: string;
  state: BundleImageState;
  failures: number;
  askedAt: number;
  readyAt: number;
  timeoutMs: number;
  busy: boolean;
}

/** Remembers up to 2,000 images; a failure is tried again only while somebody asks for the image. */
export function createBundlePuller(options: BundlePullerOptions): BundleImages {
  return new BundlePuller(options);
}

class BundlePuller implements BundleImages {
  private readonly options: BundlePullerOptions;
  private readonly table: BundleTable;
  private readonly entries = new Map<string, Entry>();
  private readonly handlers = new Set<(ref: CatalogRef, image: string) => void>();
  private readonly slots = new Slots(AT_ONCE, AT_ONCE_OF_ONE);
  private readonly abort = new AbortController();

  constructor(options: BundlePullerOptions) {
    this.options = options;
    this.table = new BundleTable(options.tableFile);
  }

  unpack(ref: CatalogRef, image: string, options: UnpackOptions = {}): BundleImageState {
    const now = this.options.clock.now();
    const entry = this.entryOf(ref, image, now);
    entry.askedAt = now;
    entry.timeoutMs = deadlineOf(options.timeoutMs);
    if (isStale(entry, now, options.gone)) {
      entry.state = { kind: 'pulling', since: now };
      this.begin(entry);
    } else if (isDue(entry.state, now)) this.begin(entry);
    return entry.state;
  }

  settled(ref: CatalogRef, image: string, timeoutMs: number): Promise<BundleImageState> {
    const now = this.unpack(ref, image);
    if (now.kind !== 'pulling') return Promise.resolve(now);
    return new Promise((resolve) => {
      const finish = (): void => {
        cancel();
        unsubscribe();
        resolve(this.unpack(ref, image));
      };
      const cancel = this.options.clock.setTimer(timeoutMs, finish);
      const key = bundleImageKey({ catalog: ref, image });
      const unsubscribe = this.subscribe((catalog, changed) => {
        if (bundleImageKey({ catalog, image: changed }) === key) finish();
      });
    });
  }

  subscribe(handler: (ref: CatalogRef, image: string) => void): () => void {
    this.handlers.add(handler);
    return () => {
      this.handlers.delete(handler);
    };
  }

  stop(): void {
    this.abort.abort();
    this.handlers.clear();
  }

  private entryOf(ref: CatalogRef, image: string, now: number): Entry {
    const key = bundleImageKey({ catalog: ref, image });
    const owner = this.options.owner(ref);
    const known = this.entries.get(key);
    if (known !== undefined && known.owner === owner) return known;
    const state: BundleImageState = { kind: 'pulling', since: now };
    const entry: Entry = {
      ref,
      owner,
      image,
      state,
      failures: 0,
      askedAt: now,
      readyAt: 0,
      timeoutMs: DEADLINE_MS,
      busy: false,
    };
    this.forgetOld(now);
    this.entries.set(key, entry);
    this.begin(entry);
    return entry;
  }

  private forgetOld(now: number): void {
    if (this.entries.size < MAX_IMAGES) return;
    for (const [key, { askedAt, busy }] of this.entries) {
      if (!busy && now - askedAt > INTEREST_MS) this.entries.delete(key);
    }
  }

  private begin(entry: Entry): void {
    if (entry.busy || this.abort.signal.aborted) return;
    entry.busy = true;
    const { signal } = this.abort;
    // Given up only when the controller stops.
    void this.slots.use(signal, () => this.attempt(entry), entry.ref.namespace).catch(() => undefined);
  }

  /** Never rejects. */
  private async attempt(entry: Entry): Promise<void> {
    const { clock } = this.options;
    try {
      const digest = (await this.remembered(entry)) ?? (await this.pull(entry));
      entry.failures = 0;
      entry.readyAt = clock.now();
      this.change(entry, { kind: 'ready', digest });
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.options.onProblem?.(entry.ref, entry.image, error);
      this.fail(entry, asProblem(entry.image, error));
    } finally {
      entry.busy = false;
    }
  }

  private async remembered(entry: Entry): Promise<string | undefined> {
    const image = digestIn(entry.image);
    const digest = image === undefined ? undefined : await this.table.get(tableKey(entry, image));
    if (digest === undefined) return undefined;
    return (await this.options.cache.content(digest)) === undefined ? undefined : digest;
  }

  private async pull(entry: Entry): Promise<string> {
    const { ref, image, timeoutMs } = entry;
    const { pull, cache, credentials, clock } = this.options;
    const late = new AbortController();
    const cancel = clock.setTimer(timeoutMs, () => {
      const why = `image ${image}: it was not pulled within ${seconds(timeoutMs)}`;
      late.abort(new SourceError('unreachable', why));
    });
    try {
      const signal = AbortSignal.any([late.signal, this.abort.signal]);
      const { namespace } = ref;
      const pulled = await pull(image, { namespace, credentials: await credentials(ref), signal });
      await cache.putContent(pulled.content);
      await this.table.set(tableKey(entry, pulled.imageDigest), pulled.content.digest);
      return pulled.content.digest;
    } finally {
      cancel();
    }
  }

  private fail(entry: Entry, problem: SourceError): void {
    const { clock } = this.options;
    const { kind, message, retryAfterMs = 0 } = problem;
    const wait = Math.max(RETRIES_MS[entry.failures] ?? RETRY_MS, retryAfterMs);
    entry.failures += 1;
    if (isFinal(entry.image, kind)) {
      this.change(entry, { kind: 'failed', reason: kind, message });
      return;
    }
    this.change(entry, { kind: 'failed', reason: kind, message, retryAt: clock.now() + wait });
    void pause(clock, wait, this.abort.signal).then(() => {
      if (clock.now() - entry.askedAt <= INTEREST_MS + wait) this.begin(entry);
    });
  }

  /** The time of the next try is no news. */
  private change(entry: Entry, state: BundleImageState): void {
    // Another has taken its place.
    if (this.entries.get(bundleImageKey({ catalog: entry.ref, image: entry.image })) !== entry) return;
    const before = entry.state;
    entry.state = state;
    const same =
      before.kind === 'failed' && state.kind === 'failed'
        ? before.message === state.message
        : before.kind === state.kind &&
          before.kind === 'ready' &&
          state.kind === 'ready' &&
          before.digest === state.digest;
    if (same) return;
    for (const handler of [...this.handlers]) handler(entry.ref, entry.image);
  }
}

/** Upstream takes 0 for no deadline at all. */
function deadlineOf(timeoutMs = DEADLINE_MS): number {
  return timeoutMs <= 0 ? LONGEST_DEADLINE_MS : Math.min(timeoutMs, LONGEST_DEADLINE_MS);
}

/** What is ready is not to be found any more, or a tag that may mean something else by now. */
function isStale({ state, image, readyAt }: Entry, now: number, gone: string | undefined): boolean {
  if (state.kind !== 'ready') return false;
  return state.digest === gone || (digestIn(image) === undefined && now - readyAt > TAG_MS);
}

/** A retry whose timer found nobody interested is made up for. */
function isDue(state: BundleImageState, now: number): boolean {
  return state.kind === 'failed' && state.retryAt !== undefined && state.retryAt <= now;
}

/** Nothing but another image can help where the image is named by digest; our own rules do not change by themselves. */
function isFinal(image: string, kind: SourceError['kind']): boolean {
  return kind === 'refused' || ((kind === 'invalid' || kind === 'limit') && digestIn(image) !== undefined);
}

function digestIn(image: string): string | undefined {
  const digest = image.slice(image.indexOf('@') + 1);
  return image.includes('@') && isDigest(digest) ? digest : undefined;
}

/** Per catalog: who may pull an image for one may not see it for another. */
function tableKey({ ref: { namespace, name }, owner = '' }: Entry, digest: string): string {
  return `${namespace}/${name} ${owner} ${digest}`;
}

function asProblem(image: string, error: unknown): SourceError {
  return error instanceof SourceError
    ? error
    : new SourceError('unreachable', `image ${image}: ${reason(error)}`, { cause: error });
}

function seconds(ms: number): string {
  return `${String(Math.round(ms / 1000))} s`;
}
