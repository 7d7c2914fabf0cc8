/**
 * The stream that this tab shares with all others of the console: browsers open only six HTTP/1.1 connections to one
 * origin, and a stream holds one for as long as the tab is open.
 *
 * Whoever holds a certain Web Lock runs the hub (see stream-hub.ts): a shared worker where there are some, because it
 * outlives every tab; else the tab that has waited longest. The browser hands the lock on when its holder goes, crashes
 * included. Each tab holds a lock of its own as well, by which the hub learns that it is gone.
 */
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { createHub, type Hub, type ToHub, type ToTabs } from './stream-hub.ts';
import { silenceMs, type Connection, type LineUser, type MakeLine, type StreamLine } from './stream-line.ts';

/** What is shared under one name: the tabs of one build of the pages, signed in as one user. */
export interface Sharing {
  name: string;
  /** The line of the hub, should it run in this tab. */
  makeLine: MakeLine;
  /** Starts the shared worker that runs the hub; tells when it cannot. Absent where there are no shared workers. */
  startWorker?: (failed: () => void) => void;
}

export function canShare(): boolean {
  return 'BroadcastChannel' in globalThis && 'locks' in navigator;
}

export function sharedLine(sharing: Sharing): MakeLine {
  return (user) => new SharedLine(sharing, user);
}

/** Runs the hub as soon as nobody else does, until `signal` aborts. */
export function runHub(name: string, makeLine: MakeLine, signal?: AbortSignal): void {
  void hold(`${name} hub`, signal, () => {
    const channel = new BroadcastChannel(name);
    const hub: Hub = createHub({
      makeLine,
      post: (message: ToTabs) => channel.postMessage(message),
      whenGone: (tab, gone) => void navigator.locks.request(lockOfTab(name, tab), gone),
    });
    channel.onmessage = ({ data }: MessageEvent<ToHub | ToTabs>) => {
      if (data.to === 'hub') hub.receive(data);
    };
    return () => {
      hub.stop();
      channel.close();
    };
  });
}

/** Holds a lock from when it is free until `signal` aborts; `begin` returns what to do then. */
async function hold(name: string, signal: AbortSignal | undefined, begin: () => () => void): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await navigator.locks.request(name, signal === undefined ? {} : { signal }, async () => {
      const end = begin();
      await aborted;
      end();
    });
  } catch (error) {
    // Aborted while it waited: somebody else held it to the end.
    if (signal?.aborted !== true) throw error;
  }
}

function lockOfTab(name: string, tab: string): string {
  return `${name} tab ${tab}`;
}

const gatherMs = 10;
/** A worker is up within milliseconds; one that is not will not come. */
const workerMs = 2_000;

class SharedLine implements StreamLine {
  readonly #sharing: Sharing;
  readonly #user: LineUser;
  readonly #tab = crypto.randomUUID();
  readonly #channel: BroadcastChannel;
  readonly #stopped = new AbortController();
  /** Lists of which the hub has told the beginning; what comes of others has no ground to stand on. */
  readonly #joined = new Set<string>();
  #present = false;
  #live = false;
  #standingBy = false;
  #gather: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(sharing: Sharing, user: LineUser) {
    this.#sharing = sharing;
    this.#user = user;
    this.#channel = new BroadcastChannel(sharing.name);
    // Only this build of ours speaks under this name, and only within this origin.
    this.#channel.onmessage = ({ data }: MessageEvent<ToHub | ToTabs>) => {
      if (data.to !== 'hub') this.#receive(data);
    };
    const signal = this.#stopped.signal;
    void hold(lockOfTab(sharing.name, this.#tab), signal, () => {
      this.#present = true;
      this.changed();
      return () => undefined;
    });
    if (sharing.startWorker === undefined) this.#standBy();
    else {
      sharing.startWorker(() => this.#standBy());
      setTimeout(() => this.#standBy(), workerMs);
    }
  }

  changed(): void {
    if (!this.#present || this.#gather !== undefined) return;
    this.#gather = setTimeout(() => {
      this.#gather = undefined;
      this.#want();
    }, gatherMs);
  }

  retry(): void {
    this.#send({ to: 'hub', tab: this.#tab, retry: true });
  }

  stop(): void {
    clearTimeout(this.#gather);
    clearTimeout(this.#watchdog);
    this.#stopped.abort();
    this.#channel.close();
  }

  /** Takes the hub over once its holder has gone. */
  #standBy(): void {
    if (this.#standingBy || this.#stopped.signal.aborted) return;
    this.#standingBy = true;
    runHub(this.#sharing.name, this.#sharing.makeLine, this.#stopped.signal);
  }

  #want(): void {
    const want: readonly WatchInterest[] = this.#user.wanted();
    const ids = new Set(want.map(({ id }) => id));
    for (const id of this.#joined) if (!ids.has(id)) this.#joined.delete(id);
    this.#send({ to: 'hub', tab: this.#tab, want });
  }

  #send(message: ToHub): void {
    if (!this.#stopped.signal.aborted) this.#channel.postMessage(message);
  }

  #receive(message: ToTabs): void {
    if (message.to === 'tab' && message.tab !== this.#tab) return;
    this.#watchSilence();
    if ('hello' in message) {
      this.#joined.clear();
      this.changed();
    } else if ('id' in message) {
      if (this.#joined.has(message.id)) this.#tell(message.json);
    } else if ('joined' in message) {
      for (const { id, messages } of message.joined) {
        this.#joined.add(id);
        for (const json of messages) this.#tell(json);
      }
      this.#hear(message.connection);
    } else if ('connection' in message) this.#hear(message.connection);
  }

  #tell(json: string): void {
    const message = parseStreamMessage(json);
    if (message !== undefined && message.type !== 'reconnect') this.#user.onMessage(message, json);
  }

  #hear(connection: Connection): void {
    this.#live = connection.state === 'live';
    this.#user.onConnection(connection);
  }

  /** The hub passes on every sign of life of the server; without any the hub itself may be frozen or gone. */
  #watchSilence(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      if (!this.#live) return;
      this.#hear({ state: 'lost', attempt: 1, message: 'No response from the console.' });
      this.#want();
    }, silenceMs + 5_000);
  }
}
