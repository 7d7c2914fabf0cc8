/**
 * The one live stream of this tab. Hooks say what they want to follow; the stream is reopened when that changes and
 * when it breaks, from the positions it had reached. It knows nothing of React, and of the browser only what
 * `StreamEnvironment` names, so that a worker shared between tabs can run it later.
 */
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import { createSseDecoder, maxWatchesPerStream } from '#lib/k8s/watch-stream.ts';
import type { StreamRequest, WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { asApiError } from './api-error.ts';
import { applyMessage, applyProblem, emptyWatch, markStale } from './watch-store.ts';
import type { WatchData } from './watch-store.ts';

export type Interest = Omit<WatchInterest, 'id' | 'resourceVersion'>;

export type Connection =
  | { state: 'idle' }
  | { state: 'connecting' }
  | { state: 'live' }
  /** `attempt` counts from 1. */
  | { state: 'lost'; attempt: number; message: string }
  /** The session is over: trying again is of no use. */
  | { state: 'signedOut' };

export interface StreamEnvironment {
  open: (request: StreamRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  /** Runs once, soon, at a good moment for changing the screen. */
  nextFrame: (run: () => void) => void;
  /** Returns a function that cancels. */
  setTimer: (ms: number, fire: () => void) => () => void;
  /** In [0, 1). */
  random: () => number;
  onData: (key: string, data: WatchData) => void;
  onConnection: (connection: Connection) => void;
}

export interface StreamClient {
  /** Follows a list until the returned function is called. `known` is what is already on the screen. */
  follow(key: string, interest: Interest, known?: WatchData): () => void;
  /** Try now instead of at the end of the pause. */
  retry(): void;
  stop(): void;
}

interface Followed {
  interest: Interest;
  data: WatchData;
  followers: number;
}

/** Hooks of one page mount together; their interests go into one request. */
const gatherMs = 10;
/** A page that is left keeps its lists for this long, so that going back costs nothing. */
const lingerMs = 10_000;
/** The server pings every 8 s. */
const silenceMs = 25_000;
const firstPauseMs = 500;
const longestPauseMs = 15_000;

export function createStreamClient(environment: StreamEnvironment): StreamClient {
  return new Stream(environment);
}

class Stream implements StreamClient {
  readonly #environment: StreamEnvironment;
  readonly #followed = new Map<string, Followed>();
  #inbox: WatchMessage[] = [];
  #framePending = false;
  #current: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelWatchdog: (() => void) | undefined;
  #attempt = 0;
  #stopped = false;

  constructor(environment: StreamEnvironment) {
    this.#environment = environment;
  }

  follow(key: string, interest: Interest, known?: WatchData): () => void {
    const followed = this.#followed.get(key) ?? { interest, data: known ?? emptyWatch, followers: 0 };
    const isNew = !this.#followed.has(key);
    followed.followers += 1;
    this.#followed.set(key, followed);
    if (isNew) this.#reopenIn(gatherMs);
    let done = false;
    return () => {
      if (done) return;
      done = true;
      followed.followers -= 1;
      if (followed.followers === 0) this.#environment.setTimer(lingerMs, () => this.#drop(key));
    };
  }

  retry(): void {
    if (this.#attempt > 0) this.#reopenIn(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer?.();
    this.#cancelWatchdog?.();
    this.#current?.abort();
  }

  #drop(key: string): void {
    const followed = this.#followed.get(key);
    if (followed === undefined || followed.followers > 0) return;
    this.#followed.delete(key);
    this.#reopenIn(gatherMs);
  }

  #reopenIn(ms: number): void {
    if (this.#stopped) return;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#environment.setTimer(ms, () => {
      this.#cancelTimer = undefined;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#current?.abort();
    this.#flush();
    const request = this.#request();
    if (request.watches.length === 0) {
      this.#environment.onConnection({ state: 'idle' });
      return;
    }
    const current = new AbortController();
    this.#current = current;
    if (this.#attempt === 0) this.#environment.onConnection({ state: 'connecting' });
    this.#watchSilence(current);
    try {
      const body = await this.#environment.open(request, current.signal);
      this.#attempt = 0;
      this.#environment.onConnection({ state: 'live' });
      await this.#read(body, current);
      if (this.#current === current) this.#lose('The console ended the stream.');
    } catch (error) {
      // A stream that was replaced ends with an error too, which nobody needs to hear of.
      if (this.#current === current) this.#fail(error);
    }
  }

  #request(): StreamRequest {
    const watches = [...this.#followed]
      // Those still on the screen first, should there ever be too many.
      .sort(([, a], [, b]) => b.followers - a.followers)
      .slice(0, maxWatchesPerStream)
      .map(([id, { interest, data }]) => ({
        id,
        ...interest,
        ...(data.position === undefined ? {} : { resourceVersion: data.position }),
      }));
    return { watches };
  }

  async #read(body: ReadableStream<Uint8Array>, current: AbortController): Promise<void> {
    const decodeText = new TextDecoder();
    const decodeEvents = createSseDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || current.signal.aborted) return;
      this.#watchSilence(current);
      for (const data of decodeEvents(decodeText.decode(value, { stream: true }))) this.#receive(data);
    }
  }

  #receive(json: string): void {
    const message = parseStreamMessage(json);
    if (message === undefined) return;
    if (message.type === 'reconnect') return this.#comeBack(message.withinMs);
    this.#inbox.push(message);
    if (this.#framePending) return;
    this.#framePending = true;
    this.#environment.nextFrame(() => this.#flush());
  }

  /** The server stops: another may take over, so the screen is not stale yet. Not all tabs at the same moment. */
  #comeBack(withinMs: number): void {
    this.#detach();
    this.#reopenIn(withinMs * this.#environment.random());
  }

  /** One change of the screen for all that came since the last. */
  #flush(): void {
    this.#framePending = false;
    const changed = new Set<string>();
    for (const message of this.#inbox) {
      const followed = this.#followed.get(message.id);
      if (followed === undefined) continue;
      followed.data = applyMessage(followed.data, message);
      changed.add(message.id);
    }
    this.#inbox = [];
    for (const key of changed) this.#publish(key);
  }

  #publish(key: string): void {
    const followed = this.#followed.get(key);
    if (followed !== undefined) this.#environment.onData(key, followed.data);
  }

  #watchSilence(current: AbortController): void {
    this.#cancelWatchdog?.();
    this.#cancelWatchdog = this.#environment.setTimer(silenceMs, () => {
      if (this.#current !== current) return;
      this.#lose('Nothing was heard from the console.');
      current.abort();
    });
  }

  #fail(error: unknown): void {
    const { kind, message } = asApiError(error);
    if (kind !== 'unauthenticated') {
      this.#lose(message);
      return;
    }
    this.#detach();
    this.#environment.onConnection({ state: 'signedOut' });
    this.#changeAll((data) => applyProblem(data, { kind, message }));
  }

  #lose(message: string): void {
    this.#detach();
    this.#attempt += 1;
    this.#environment.onConnection({ state: 'lost', attempt: this.#attempt, message });
    this.#changeAll(markStale);
    const pause = Math.min(firstPauseMs * 2 ** (this.#attempt - 1), longestPauseMs);
    // Half fixed, half random: many tabs must not come back at the same moment.
    this.#reopenIn(pause / 2 + (pause / 2) * this.#environment.random());
  }

  #detach(): void {
    this.#current = undefined;
    this.#cancelWatchdog?.();
    this.#flush();
  }

  #changeAll(change: (data: WatchData) => WatchData): void {
    for (const [key, followed] of this.#followed) {
      followed.data = change(followed.data);
      this.#publish(key);
    }
  }
}
