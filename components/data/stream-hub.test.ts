import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { createHub } from './stream-hub.ts';
import type { Hub, Joined, ToTabs } from './stream-hub.ts';
import type { Connection, LineUser } from './stream-line.ts';

/** A hub between a line and tabs that are all turned by hand. */
class Bench {
  user: LineUser | undefined;
  changes = 0;
  retries = 0;
  posted: ToTabs[] = [];
  gone = new Map<string, () => void>();
  hub: Hub = createHub({
    makeLine: (user) => {
      this.user = user;
      return {
        changed: () => {
          this.changes += 1;
        },
        retry: () => {
          this.retries += 1;
        },
        stop: () => undefined,
      };
    },
    post: (message) => this.posted.push(message),
    whenGone: (tab, gone) => this.gone.set(tab, gone),
  });

  get wanted(): readonly WatchInterest[] {
    return this.user?.wanted() ?? [];
  }

  say(...messages: WatchMessage[]): void {
    for (const message of messages) this.user?.onMessage(message, JSON.stringify(message));
  }

  connect(connection: Connection): void {
    this.user?.onConnection(connection);
  }

  /** What a tab is told when it says what it wants. */
  want(tab: string, ...want: WatchInterest[]): { joined: readonly Joined[]; connection: Connection } {
    this.posted = [];
    this.hub.receive({ to: 'hub', tab, want });
    const [answer] = this.posted;
    if (answer?.to !== 'tab' || answer.tab !== tab) throw new Error('the tab was not answered');
    return answer;
  }
}

const pods: WatchInterest = { id: 'p', group: '', version: 'v1', plural: 'pods' };
const nodes: WatchInterest = { ...pods, id: 'n', plural: 'nodes' };
const pod = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
const snapshot: WatchMessage = {
  id: 'p',
  type: 'snapshot',
  items: [pod('a'), pod('b')],
  resourceVersion: 'e.1',
};
const parsed = ({ messages }: Joined): unknown[] => messages.map((json) => JSON.parse(json) as unknown);

describe('the hub of all tabs', () => {
  it('asks who is there when it begins', () => {
    expect(new Bench().posted).toEqual([{ to: 'tabs', hello: true }]);
  });

  it('follows for all tabs what any of them wants', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.want('two', pods, nodes);
    expect(bench.wanted).toEqual([pods, nodes]);
    expect(bench.changes).toBe(2);
  });

  it('passes every message on as it came', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.posted = [];
    bench.say(snapshot);
    expect(bench.posted).toEqual([{ to: 'tabs', id: 'p', json: JSON.stringify(snapshot) }]);
  });

  it('gives a tab that joins what is known, after all changes', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.connect({ state: 'live' });
    const events: WatchMessage = {
      id: 'p',
      type: 'event',
      resourceVersion: 'e.3',
      events: [
        { type: 'DELETED', object: pod('a') },
        { type: 'ADDED', object: pod('c') },
      ],
    };
    bench.say(snapshot, { id: 'p', type: 'live' }, events);
    const changes = bench.changes;
    const { joined, connection } = bench.want('two', pods);
    expect(joined.map(parsed)).toEqual([
      [{ id: 'p', type: 'snapshot', items: [pod('b'), pod('c')], resourceVersion: 'e.3' }],
    ]);
    expect(connection).toEqual({ state: 'live' });
    expect(bench.changes).toBe(changes);
    expect(bench.wanted).toEqual([{ ...pods, resourceVersion: 'e.3' }]);
  });

  it('spares a tab what it has', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.say(snapshot);
    const { joined } = bench.want('two', { ...pods, resourceVersion: 'e.1' });
    expect(joined.map(parsed)).toEqual([[{ id: 'p', type: 'live' }]]);
  });

  it('puts together a list that came in pieces', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.say(
      { id: 'p', type: 'part', index: 0, items: [pod('x')] },
      { id: 'p', type: 'part', index: 0, items: [pod('a')] },
      { id: 'p', type: 'snapshot', parts: 1, items: [pod('b')], resourceVersion: 'e.1' },
    );
    const [list] = bench.want('two', pods).joined;
    expect(list === undefined ? undefined : parsed(list)).toMatchObject([{ items: [pod('a'), pod('b')] }]);
  });

  it.each<{ name: string; status: WatchMessage; types: string[] }>([
    { name: 'stale content', status: { id: 'p', type: 'stale' }, types: ['snapshot', 'stale'] },
    {
      name: 'content that cannot be refreshed',
      status: { id: 'p', type: 'error', kind: 'unavailable', message: 'm' },
      types: ['snapshot', 'error'],
    },
    {
      name: 'nothing of what may not be seen any more',
      status: { id: 'p', type: 'error', kind: 'forbidden', message: 'm' },
      types: ['error'],
    },
    {
      name: 'content whose reader has to sign in to the cluster again',
      status: { id: 'p', type: 'error', kind: 'unauthorized', message: 'm' },
      types: ['snapshot', 'error'],
    },
  ])('tells a tab that joins of $name', ({ status, types }) => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.say(snapshot, status);
    const [list] = bench.want('two', pods).joined;
    expect(list === undefined ? undefined : parsed(list)).toMatchObject(types.map((type) => ({ type })));
  });

  it('lets go what no tab wants any more, be it gone without a word', () => {
    const bench = new Bench();
    bench.want('one', pods, nodes);
    bench.want('two', pods);
    bench.want('one', nodes);
    expect(bench.wanted).toEqual([pods, nodes]);
    bench.gone.get('two')?.();
    expect(bench.wanted).toEqual([nodes]);
    bench.gone.get('one')?.();
    expect(bench.wanted).toEqual([]);
  });

  it('begins anew with a list that was let go', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.say(snapshot);
    bench.want('one');
    expect(bench.want('one', pods).joined).toEqual([{ id: 'p', messages: [] }]);
    expect(bench.wanted).toEqual([pods]);
  });

  it('forgets what it knew when the session is over', () => {
    const bench = new Bench();
    bench.want('one', nodes);
    bench.want('two', nodes, pods);
    bench.say(snapshot);
    bench.connect({ state: 'signedOut' });
    const { joined, connection } = bench.want('one', nodes, pods);
    expect(joined).toEqual([{ id: 'p', messages: [] }]);
    expect(connection).toEqual({ state: 'signedOut' });
    expect(bench.wanted).toEqual([nodes, pods]);
    expect(bench.retries).toBe(0);
  });

  it('believes a tab that has just been opened that somebody is signed in again, and tells the others', () => {
    const bench = new Bench();
    bench.want('one', pods);
    bench.connect({ state: 'signedOut' });
    bench.posted = [];
    bench.hub.receive({ to: 'hub', tab: 'two', want: [pods] });
    expect(bench.posted).toEqual([
      { to: 'tabs', connection: { state: 'connecting' } },
      { to: 'tab', tab: 'two', joined: [{ id: 'p', messages: [] }], connection: { state: 'connecting' } },
    ]);
    expect(bench.retries).toBe(1);
    // It has been heard: only another page proves anything new.
    bench.connect({ state: 'signedOut' });
    bench.want('two', pods, nodes);
    expect(bench.retries).toBe(1);
  });

  it('tries again for a tab that asks', () => {
    const bench = new Bench();
    bench.hub.receive({ to: 'hub', tab: 'one', retry: true });
    expect(bench.retries).toBe(1);
  });
});
