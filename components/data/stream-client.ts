/**
 * What this tab follows. Hooks say what they want; it keeps the data of each list and changes the screen at most once
 * per frame, whatever comes over the line. It knows nothing of React.
 */
import { optional } from '#lib/base/loose.ts';
import type { WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import type { Connection, MakeLine, StreamLine } from './stream-line.ts';
import { applyMessages, applyProblem, emptyWatch, markStale } from './watch-store.ts';
import type { WatchData, WatchProblem } from './watch-store.ts';

export type Interest = Omit<WatchInterest, 'id' | 'resourceVersion'>;

/** How fresh what the screen shows is. */
export type Liveness =
  | Exclude<Connection, { state: 'live' }>
  /** `behind`: the console can be reached, but what lies behind it cannot. */
  | { state: 'live'; behind?: WatchProblem };

export interface StreamEnvironment {
  makeLine: MakeLine;
  /** Runs once, soon, at a good moment for changing the screen. */
  nextFrame: (run: () => void) => void;
  /** Returns a function that cancels. */
  setTimer: (ms: number, fire: () => void) => () => void;
  onData: (key: string, data: WatchData) => void;
  onLiveness: (liveness: Liveness) => void;
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

/** A cluster that answers again within this time was never gone for the user. */
const graceMs = 1_000;
/** A page that is left keeps its lists for this long, so that going back costs nothing. */
const lingerMs = 10_000;

export function createStreamClient(environment: StreamEnvironment): StreamClient {
  return new Stream(environment);
}

class Stream implements StreamClient {
  readonly #environment: StreamEnvironment;
  readonly #line: StreamLine;
  readonly #followed = new Map<string, Followed>();
  #inbox: WatchMessage[] = [];
  #framePending = false;
  #connection: Connection = { state: 'idle' };
  #told = '';
  #cancelGrace: (() => void) | undefined;
  #behindForLong = false;

  constructor(environment: StreamEnvironment) {
    this.#environment = environment;
    this.#line = environment.makeLine({
      wanted: () => this.#wanted(),
      onMessage: (message) => this.#receive(message),
      onConnection: (connection) => this.#onConnection(connection),
    });
  }

  follow(key: string, interest: Interest, known?: WatchData): () => void {
    const followed = this.#followed.get(key) ?? { interest, data: known ?? emptyWatch, followers: 0 };
    const isNew = !this.#followed.has(key);
    followed.followers += 1;
    this.#followed.set(key, followed);
    if (isNew) this.#line.changed();
    let done = false;
    return () => {
      if (done) return;
      done = true;
      followed.followers -= 1;
      if (followed.followers === 0) this.#environment.setTimer(lingerMs, () => this.#drop(key));
    };
  }

  retry(): void {
    this.#line.retry();
  }

  stop(): void {
    this.#line.stop();
  }

  #drop(key: string): void {
    const followed = this.#followed.get(key);
    if (followed === undefined || followed.followers > 0) return;
    this.#followed.delete(key);
    this.#line.changed();
  }

  #wanted(): readonly WatchInterest[] {
    this.#flush();
    return (
      [...this.#followed]
        // Those still on the screen first, should there ever be too many.
        .sort(([, a], [, b]) => b.followers - a.followers)
        .map(([id, { interest, data }]) => ({
          id,
          ...interest,
          ...optional({ resourceVersion: data.position }),
        }))
    );
  }

  #receive(message: WatchMessage): void {
    this.#inbox.push(message);
    if (this.#framePending) return;
    this.#framePending = true;
    this.#environment.nextFrame(() => this.#flush());
  }

  /** One change of the screen for all that came since the last. */
  #flush(): void {
    this.#framePending = false;
    if (this.#inbox.length === 0) return;
    const changed = new Map<string, WatchMessage[]>();
    for (const message of this.#inbox) {
      const messages = changed.get(message.id);
      if (messages === undefined) changed.set(message.id, [message]);
      else messages.push(message);
    }
    this.#inbox = [];
    for (const [key, messages] of changed) this.#change(key, (data) => applyMessages(data, messages));
    this.#tell();
  }

  #change(key: string, change: (data: WatchData) => WatchData): void {
    const followed = this.#followed.get(key);
    if (followed === undefined) return;
    followed.data = change(followed.data);
    this.#environment.onData(key, followed.data);
  }

  #onConnection(connection: Connection): void {
    this.#flush();
    this.#connection = connection;
    const { state } = connection;
    for (const key of this.#followed.keys()) {
      if (state === 'lost') this.#change(key, markStale);
      if (state === 'signedOut') this.#change(key, (data) => applyProblem(data, signedOut));
    }
    this.#tell();
  }

  #tell(): void {
    const behind = this.#connection.state === 'live' ? this.#behind() : undefined;
    if (behind === undefined) {
      this.#cancelGrace?.();
      this.#cancelGrace = undefined;
      this.#behindForLong = false;
    } else if (!this.#behindForLong) {
      this.#cancelGrace ??= this.#environment.setTimer(graceMs, () => {
        this.#behindForLong = true;
        this.#tell();
      });
      return;
    }
    const liveness = behind === undefined ? this.#connection : { ...this.#connection, behind };
    const told = JSON.stringify(liveness);
    if (told === this.#told) return;
    this.#told = told;
    this.#environment.onLiveness(liveness);
  }

  /** Problems of single lists are shown in their place; those that can only concern all are told once, for the page. */
  #behind(): WatchProblem | undefined {
    for (const { data, followers } of this.#followed.values()) {
      if (followers > 0 && data.problem !== undefined && concernsAll(data.problem)) return data.problem;
    }
    return undefined;
  }
}

const signedOut: WatchProblem = {
  kind: 'unauthenticated',
  message: 'Your session has ended.',
  code: 'sessionEnded',
};

/** A problem of this list alone: of its type, of the rights to it, of its size. */
const own: ReadonlySet<string> = new Set([
  'badRequest',
  'forbidden',
  'invalid',
  'notFound',
  'tooLarge',
  'tooMany',
  'unsupported',
]);

function concernsAll({ kind }: WatchProblem): boolean {
  return !own.has(kind) && kind !== 'unauthenticated';
}
