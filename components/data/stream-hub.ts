/**
 * One stream for all tabs. The hub runs in one place of the browser, in a shared worker or in the tab that leads, and
 * speaks with the tabs over a broadcast channel: they say what they follow, it passes on what the stream says. It keeps
 * the objects of each list, so that a tab that joins gets them without asking the server again.
 */
import type { WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { isContent, takeContent, type ListContent } from './list-content.ts';
import type { Connection, MakeLine, StreamLine } from './stream-line.ts';
import { hides } from './watch-store.ts';

export type ToHub =
  /** All that this tab follows now; says hello when it is the first. */
  { to: 'hub'; tab: string; want: readonly WatchInterest[] } | { to: 'hub'; tab: string; retry: true };

export interface Joined {
  id: string;
  /** What brings the tab up to date, as messages of the stream. From here on it hears of every change. */
  messages: readonly string[];
}

export type ToTabs =
  /** A new hub, which knows nothing yet. */
  | { to: 'tabs'; hello: true }
  | { to: 'tabs'; id: string; json: string }
  | { to: 'tabs'; connection: Connection }
  /** The server is still there. */
  | { to: 'tabs'; beat: true }
  | { to: 'tab'; tab: string; joined: readonly Joined[]; connection: Connection };

export interface HubEnvironment {
  makeLine: MakeLine;
  post: (message: ToTabs) => void;
  /** Calls back once the tab is closed, crashed or gone to another page. */
  whenGone: (tab: string, gone: () => void) => void;
}

export interface Hub {
  receive: (message: ToHub) => void;
  stop: () => void;
}

interface List {
  interest: WatchInterest;
  /** Without objects until the first snapshot, and when the user may not see them any more. */
  content: ListContent;
  /** The last message about how the list stands, when it came after the last content. */
  status: string | undefined;
}

export function createHub(environment: HubEnvironment): Hub {
  return new StreamHub(environment);
}

class StreamHub implements Hub {
  readonly #environment: HubEnvironment;
  readonly #line: StreamLine;
  /** By tab: the ids that it follows. */
  readonly #tabs = new Map<string, ReadonlySet<string>>();
  readonly #lists = new Map<string, List>();
  #connection: Connection = { state: 'idle' };

  constructor(environment: HubEnvironment) {
    this.#environment = environment;
    this.#line = environment.makeLine({
      wanted: () => [...this.#lists.values()].map(wantedOf),
      onMessage: (message, json) => this.#onMessage(message, json),
      onConnection: (connection) => this.#onConnection(connection),
      onHeard: () => environment.post({ to: 'tabs', beat: true }),
    });
    environment.post({ to: 'tabs', hello: true });
  }

  receive(message: ToHub): void {
    if ('retry' in message) this.#line.retry();
    else this.#onWant(message.tab, message.want);
  }

  stop(): void {
    this.#line.stop();
  }

  #onWant(tab: string, want: readonly WatchInterest[]): void {
    const before = this.#tabs.get(tab);
    if (before === undefined) this.#environment.whenGone(tab, () => this.#onGone(tab));
    this.#tabs.set(tab, new Set(want.map(({ id }) => id)));
    // Pages come only to who is signed in, so whatever ended the session is over.
    if (before === undefined && this.#connection.state === 'signedOut') {
      this.#onConnection({ state: 'connecting' });
      this.#line.retry();
    }
    const joined = want.filter(({ id }) => before?.has(id) !== true).map((interest) => this.#join(interest));
    this.#environment.post({ to: 'tab', tab, joined, connection: this.#connection });
    this.#dropUnused();
  }

  #onGone(tab: string): void {
    this.#tabs.delete(tab);
    this.#dropUnused();
  }

  #join(interest: WatchInterest): Joined {
    const { id, resourceVersion, ...rest } = interest;
    const list = this.#lists.get(id);
    if (list === undefined) {
      this.#lists.set(id, { interest: { id, ...rest }, content: {}, status: undefined });
      this.#line.changed();
      return { id, messages: [] };
    }
    const messages = [...contentFor(list, resourceVersion)];
    if (list.status !== undefined) messages.push(list.status);
    return { id, messages };
  }

  #dropUnused(): void {
    const used = new Set([...this.#tabs.values()].flatMap((ids) => [...ids]));
    const unused = [...this.#lists.keys()].filter((id) => !used.has(id));
    for (const id of unused) this.#lists.delete(id);
    if (unused.length > 0) this.#line.changed();
  }

  #onMessage(message: WatchMessage, json: string): void {
    const list = this.#lists.get(message.id);
    if (list === undefined) return;
    keep(list, message, json);
    this.#environment.post({ to: 'tabs', id: message.id, json });
  }

  #onConnection(connection: Connection): void {
    this.#connection = connection;
    if (connection.state === 'signedOut') {
      for (const list of this.#lists.values()) Object.assign(list, { content: {}, status: undefined });
    }
    this.#environment.post({ to: 'tabs', connection });
  }
}

/** Everything, or for a tab that has all of it no more than that it is current; nothing while nothing is known. */
function* contentFor({ interest, content }: List, known: string | undefined): Iterable<string> {
  const { id } = interest;
  const { objects, columns, position } = content;
  if (objects === undefined || position === undefined) return;
  if (known === position) yield encode({ id, type: 'live' });
  else {
    const items = [...objects.values()];
    yield encode({ id, type: 'snapshot', items, resourceVersion: position, columns });
  }
}

function wantedOf({ interest, content: { position } }: List): WatchInterest {
  return position === undefined ? interest : { ...interest, resourceVersion: position };
}

function keep(list: List, message: WatchMessage, json: string): void {
  if (isContent(message)) {
    takeContent(list.content, message);
    if (message.type !== 'part') list.status = undefined;
  } else {
    if (message.type === 'error' && hides(message)) list.content = {};
    list.status = json;
  }
}

function encode(message: WatchMessage): string {
  return JSON.stringify(message);
}
