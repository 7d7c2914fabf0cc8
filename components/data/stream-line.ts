/**
 * The connection behind the live lists: keeps one stream to the console open for whatever is wanted now, opens it anew
 * when that changes and when it breaks, and says how it stands. It knows nothing of React, and of the browser only what
 * `LineEnvironment` names, so that a tab and a worker run the same code.
 */
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import { createSseDecoder, maxWatchesPerStream } from '#lib/k8s/watch-stream.ts';
import type { StreamRequest, WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { asApiError } from './api-error.ts';

export type Connection =
  | { state: 'idle' }
  | { state: 'connecting' }
  | { state: 'live' }
  /** `attempt` counts from 1. */
  | { state: 'lost'; attempt: number; message: string }
  /** The session is over: trying again is of no use until somebody signs in. */
  | { state: 'signedOut' };

export interface LineEnvironment {
  open: (request: StreamRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  /** Returns a function that cancels. */
  setTimer: (ms: number, fire: () => void) => () => void;
  /** In [0, 1). */
  random: () => number;
}

export interface LineUser {
  /** Asked whenever a stream is opened: what to follow now, each from where it has come to. */
  wanted: () => readonly WatchInterest[];
  /** One message of the stream, and the JSON that it came as. */
  onMessage: (message: WatchMessage, json: string) => void;
  onConnection: (connection: Connection) => void;
  /** Something came, be it only a sign of life. */
  onHeard?: () => void;
}

export interface StreamLine {
  /** What is wanted has changed. */
  changed: () => void;
  /** Tries now instead of at the end of a pause, and finds out whether a stream that seems open still is. */
  retry: () => void;
  stop: () => void;
}

export type MakeLine = (user: LineUser) => StreamLine;

/** Hooks of one page mount together; their interests go into one request. */
const gatherMs = 10;
/** The server says something every 8 s. */
export const silenceMs = 25_000;
/** A console that restarts or hands over is back within this time, and nobody needs to hear of it. */
const graceMs = 1_500;
const firstPauseMs = 300;
/** Asking costs next to nothing, and people wait for the answer. */
const longestPauseMs = 4_000;
/** Streams that end in order end together, for all tabs of a console that goes. */
const spreadMs = 800;

export function createLine(environment: LineEnvironment, user: LineUser): StreamLine {
  return new Line(environment, user);
}

function tooMany(id: string): [WatchMessage, string] {
  const message = 'Too many lists are open in this browser. Close some tabs of the console.';
  const error: WatchMessage = { id, type: 'error', kind: 'tooMany', code: 'tooManyLists', message };
  return [error, JSON.stringify(error)];
}

interface Loss {
  message: string;
  /** Not before this much time has passed: the server asked for it. */
  retryAfterMs?: number | undefined;
  /** The other side said goodbye. */
  orderly?: boolean;
  /** It was gone for long when this was noticed. */
  late?: boolean;
}

class Line implements StreamLine {
  readonly #environment: LineEnvironment;
  readonly #user: LineUser;
  #told: Connection = { state: 'idle' };
  #current: AbortController | undefined;
  #cancelOpen: (() => void) | undefined;
  #cancelWatchdog: (() => void) | undefined;
  #cancelGrace: (() => void) | undefined;
  /** Failures in a row. */
  #attempt = 0;
  #problem = '';
  #stopped = false;

  constructor(environment: LineEnvironment, user: LineUser) {
    this.#environment = environment;
    this.#user = user;
  }

  changed(): void {
    // While a pause runs, its end opens the stream with everything that is wanted then.
    if (this.#attempt === 0 || this.#cancelOpen === undefined) this.#openIn(gatherMs);
  }

  retry(): void {
    this.#openIn(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#detach();
    this.#cancelOpen?.();
    this.#cancelGrace?.();
  }

  #openIn(ms: number): void {
    if (this.#stopped) return;
    this.#cancelOpen?.();
    this.#cancelOpen = this.#environment.setTimer(ms, () => {
      this.#cancelOpen = undefined;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#detach();
    const watches = this.#wanted();
    if (watches.length === 0) {
      this.#attempt = 0;
      this.#tell({ state: 'idle' });
      return;
    }
    const current = new AbortController();
    this.#current = current;
    if (this.#told.state === 'idle') this.#tell({ state: 'connecting' });
    if (this.#told.state === 'live') this.#startGrace('The console is not responding.');
    this.#watchSilence(current);
    try {
      const body = await this.#environment.open({ watches }, current.signal);
      if (this.#current !== current) return;
      this.#attempt = 0;
      this.#tell({ state: 'live' });
      await this.#read(body, current);
      if (this.#current === current) this.#lose({ message: 'The console ended the stream.', orderly: true });
    } catch (error) {
      // A stream that was replaced ends with an error too, which nobody needs to hear of.
      if (this.#current === current) this.#fail(error);
    }
  }

  #wanted(): WatchInterest[] {
    const wanted = this.#user.wanted();
    for (const { id } of wanted.slice(maxWatchesPerStream)) {
      this.#user.onMessage(...tooMany(id));
    }
    return wanted.slice(0, maxWatchesPerStream);
  }

  async #read(body: ReadableStream<Uint8Array>, current: AbortController): Promise<void> {
    const decodeText = new TextDecoder();
    const decodeEvents = createSseDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#current !== current) return;
      this.#watchSilence(current);
      this.#user.onHeard?.();
      for (const json of decodeEvents(decodeText.decode(value, { stream: true }))) this.#receive(json);
    }
  }

  #receive(json: string): void {
    const message = parseStreamMessage(json);
    if (message === undefined) return;
    if (message.type === 'reconnect') this.#comeBack(message.withinMs);
    else this.#user.onMessage(message, json);
  }

  /** The server stops: another may take over, so the screen is not stale yet. Not all tabs at the same moment. */
  #comeBack(withinMs: number): void {
    this.#detach();
    this.#startGrace('The console has stopped.');
    this.#openIn(withinMs * this.#environment.random());
  }

  #watchSilence(current: AbortController): void {
    this.#cancelWatchdog?.();
    this.#cancelWatchdog = this.#environment.setTimer(silenceMs, () => {
      if (this.#current === current) this.#lose({ message: 'No response from the console.', late: true });
    });
  }

  #fail(error: unknown): void {
    const { kind, message, retryAfterMs } = asApiError(error);
    if (kind === 'unauthenticated') {
      this.#detach();
      this.#attempt = 0;
      this.#tell({ state: 'signedOut' });
    } else this.#lose({ message, retryAfterMs });
  }

  #lose({ message, retryAfterMs = 0, orderly = false, late = false }: Loss): void {
    this.#detach();
    this.#attempt += 1;
    this.#startGrace(message);
    if (late || this.#told.state === 'lost') this.#tellLost();
    const pause = Math.min(firstPauseMs * 2 ** (this.#attempt - 1), longestPauseMs);
    const random = this.#environment.random();
    // Half fixed, half random: many tabs must not come back at the same moment.
    const wait = orderly && this.#attempt === 1 ? spreadMs * random : pause / 2 + (pause / 2) * random;
    this.#openIn(Math.max(wait, retryAfterMs > 0 ? retryAfterMs * (1 + random / 4) : 0));
  }

  /** It is lost for the user only when it has not come back in this time. */
  #startGrace(problem: string): void {
    this.#problem = problem;
    this.#cancelGrace ??= this.#environment.setTimer(graceMs, () => {
      this.#tellLost();
    });
  }

  #tellLost(): void {
    this.#tell({ state: 'lost', attempt: Math.max(this.#attempt, 1), message: this.#problem });
  }

  #tell(connection: Connection): void {
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    this.#told = connection;
    this.#user.onConnection(connection);
  }

  #detach(): void {
    const current = this.#current;
    this.#current = undefined;
    this.#cancelWatchdog?.();
    current?.abort();
  }
}
