/**
 * Upstream watches, shared by all streams of one identity that follow the same list. The rights to each are asked for
 * again every few seconds: the API server itself looks at them only when a watch begins.
 */
import { withMessage } from '#lib/console-problem.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import type { Resource } from '#lib/k8s/object.ts';
import type { WatchInterest, WatchTrouble } from '#lib/k8s/watch-stream.ts';
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import type { Identity } from '#server/auth/identity.ts';
import { asKubeError, toldOf } from '#server/kube/errors.ts';
import { watchStream } from '#server/kube/watch.ts';
import type { WatchHandle, WatchState } from '#server/kube/watch.ts';
import type { HeldBytes } from './held-bytes.ts';
import { checksOf, reducerOf, upstreamOptions } from './interest.ts';
import type { StreamStats } from './stream-stats.ts';
import { WatchContent } from './watch-content.ts';

/** How the list is doing. */
export type WatchStatus =
  | { phase: 'starting' }
  | { phase: 'live' }
  /** Without `synced` nothing could be listed yet. */
  | { phase: 'failing'; synced: boolean; trouble: WatchTrouble };

/** One list that somebody follows. */
export interface SharedWatch {
  readonly content: WatchContent;
  status: () => WatchStatus;
  /** The changes after a number as one message, ready to be written; undefined when the log does not go back that far. */
  frame: (id: string, from: number) => Frame | undefined;
}

/** One message for all streams that stand at the same number. */
export interface Frame {
  bytes: Uint8Array;
  /** Number of the last change in it. */
  to: number;
  events: number;
  skipped: number;
}

/** Whose list it is, and what it is counted by. */
export interface SharedWatchOptions {
  identity: Identity;
  interest: WatchInterest;
  stats: StreamStats;
  held: HeldBytes;
  /** Makes the message of some changes. */
  encode: (id: string, events: readonly string[], position: string) => Uint8Array;
}

/** How long a list is followed after its last stream has gone: longer than a reload or a change of page takes. */
const lingerMs = 15_000;
/** Frames are for many streams at few numbers: those of slow ones, each at its own, need not be kept. */
const maxFrameBytes = 1024 * 1024;
/** People look at it: after the cluster's return they wait no longer than this for it to be noticed. */
const longestPauseMs = 2_000;

/** One upstream watch: runs while somebody follows it, and for a while after. */
export class Shared implements SharedWatch {
  readonly identity: Identity;
  readonly content: WatchContent;
  readonly checks: readonly AccessCheck[];
  readonly #options: SharedWatchOptions;
  readonly #resource: Resource;
  readonly #listeners = new Set<() => void>();
  #upstream: WatchHandle | undefined;
  #state: WatchState | undefined;
  #denied: WatchTrouble | undefined;
  /** There was no room for so many bytes. */
  #excess: number | undefined;
  /** What of it is in the count of its identity. */
  #counted = 0;
  #linger: NodeJS.Timeout | undefined;
  /** Frames of the present content: many streams stand at the same number. */
  #frames = new Map<string, Frame | undefined>();
  #framesAt = '';
  #frameBytes = 0;

  constructor(options: SharedWatchOptions) {
    const { identity, interest } = options;
    const { group, version, plural, kind = '', namespace } = interest;
    this.#options = options;
    this.identity = identity;
    this.#resource = { group, version, plural, kind, namespaced: namespace !== undefined };
    this.checks = checksOf(interest);
    this.content = new WatchContent({
      type: { apiVersion: apiVersionOf(this.#resource), kind },
      reduce: reducerOf(interest),
    });
    this.#start();
  }

  /** Somebody looks at it. */
  get followed(): boolean {
    return this.#listeners.size > 0;
  }

  /** A watch is open at the API server, or being opened. */
  get running(): boolean {
    return this.#upstream !== undefined;
  }

  add(onChange: () => void, onUnused: () => void): () => void {
    clearTimeout(this.#linger);
    this.#listeners.add(onChange);
    // Somebody looks at it now: the pause after the last failure need not be sat out.
    if (this.status().phase === 'failing') this.#upstream?.retryNow();
    return () => {
      if (!this.#listeners.delete(onChange) || this.#listeners.size > 0) return;
      this.#linger = setTimeout(() => {
        onUnused();
        this.#abandon();
      }, lingerMs);
      this.#linger.unref();
    };
  }

  status(): WatchStatus {
    const synced = this.content.complete;
    if (this.#denied !== undefined) return { phase: 'failing', synced: false, trouble: this.#denied };
    if (this.#excess !== undefined)
      return { phase: 'failing', synced: false, trouble: withoutRoom(this.#options.held) };
    const state = this.#state;
    if (state?.phase === 'stale') {
      const error = asKubeError(state.error);
      return { phase: 'failing', synced, trouble: { kind: error.kind, ...toldOf(error) } };
    }
    return synced && state !== undefined ? { phase: 'live' } : { phase: 'starting' };
  }

  frame(id: string, from: number): Frame | undefined {
    const now = this.content.position();
    if (this.#framesAt !== now) this.#dropFrames();
    this.#framesAt = now;
    const key = `${String(from)} ${id}`;
    if (this.#frames.has(key)) return this.#frames.get(key);
    if (this.#frameBytes > maxFrameBytes) this.#dropFrames();
    const changes = this.content.changes(from);
    const frame = changes === undefined ? undefined : this.#encode(id, changes);
    this.#frames.set(key, frame);
    this.#frameBytes += frame?.bytes.length ?? 0;
    return frame;
  }

  /** What the API server says of the rights now. A question that failed says nothing. */
  judge(answers: readonly AccessAnswer[]): void {
    const refusal = answers.flatMap((answer) => (answer.allowed || isOpen(answer) ? [] : [answer.reason]))[0];
    if (refusal !== undefined) {
      const kind = refusal.code === 'denied' ? 'forbidden' : 'unauthorized';
      const problem = refusal.code === 'denied' ? refusal : ({ code: 'unchecked' } as const);
      this.#deny({ kind, ...withMessage(problem) });
    } else if (answers.every(({ allowed }) => allowed)) this.#allow();
  }

  stop(): void {
    clearTimeout(this.#linger);
    this.#upstream?.stop();
    this.#upstream = undefined;
  }

  #encode(id: string, { events, to, skipped }: { events: string[]; to: number; skipped: number }): Frame {
    const bytes = this.#options.encode(id, events, this.content.position(to));
    return { bytes, to, events: events.length, skipped };
  }

  #deny(denied: WatchTrouble): void {
    if (this.#denied?.kind === denied.kind) return;
    this.#denied = denied;
    this.#excess = undefined;
    this.#options.stats.revoked += 1;
    this.#abandon();
    this.#tell();
  }

  /** What is there already stays; what grows beyond it waits, or one person's lists could fill the memory of all. */
  #settle(): void {
    this.#count();
    const { held, stats } = this.#options;
    if (held.of(this.identity.key) <= held.limit) return;
    stats.refused += 1;
    this.#excess = this.#counted;
    this.#abandon();
  }

  #abandon(): void {
    this.stop();
    this.#state = undefined;
    this.content.clear();
    this.#dropFrames();
    this.#count();
  }

  #dropFrames(): void {
    this.#frames = new Map();
    this.#frameBytes = 0;
  }

  #count(): void {
    const now = this.content.heldBytes;
    this.#options.held.change(this.identity.key, now - this.#counted);
    this.#counted = now;
  }

  #allow(): void {
    if (this.#denied !== undefined || this.#hasRoom()) {
      this.#denied = undefined;
      this.#excess = undefined;
      this.#start();
      this.#tell();
      return;
    }
    const status = this.status();
    const refused = status.phase === 'failing' && refusals.has(status.trouble.kind);
    if (refused) this.#upstream?.retryNow();
  }

  /** Whether it had none, and what there was none for would fit now. */
  #hasRoom(): boolean {
    const { held } = this.#options;
    return this.#excess !== undefined && held.of(this.identity.key) + this.#excess <= held.limit;
  }

  #start(): void {
    const { identity, interest, stats } = this.#options;
    const { content } = this;
    const options = { ...upstreamOptions(interest), longestPauseMs };
    this.#upstream = watchStream(identity.client, this.#resource, options, {
      onPage: (items, first) => {
        content.stage(items, first);
        this.#settle();
        if (this.#excess !== undefined) this.#tell();
      },
      onSnapshot: (_items, version, columns) => {
        // Without a version nothing was listed: the API server does not know the type.
        if (content.complete && version !== '') stats.relists += 1;
        content.commit(columns);
        this.#settle();
        this.#tell();
      },
      onEvents: (events) => {
        content.take(events);
        this.#settle();
        this.#tell();
      },
      onState: (state) => {
        const before = JSON.stringify(this.status());
        this.#state = state;
        if (JSON.stringify(this.status()) !== before) this.#tell();
      },
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const refusals: ReadonlySet<string> = new Set(['forbidden', 'unauthorized']);

/** The question could not be put, so the answer is neither yes nor no. */
export function isOpen(answer: AccessAnswer): boolean {
  return !answer.allowed && answer.reason.code === 'unchecked';
}

function withoutRoom({ limit }: HeldBytes): WatchTrouble {
  return {
    kind: 'tooLarge',
    ...withMessage({ code: 'listsTooLarge', values: { megabytes: limit / 1_000_000 } }),
  };
}
