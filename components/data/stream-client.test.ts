import { describe, expect, it } from 'vitest';
import type { WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { createStreamClient } from './stream-client.ts';
import type { Liveness, StreamClient } from './stream-client.ts';
import type { LineUser } from './stream-line.ts';
import type { WatchData } from './watch-store.ts';

/** A tab whose frames, clock and line are turned by hand. */
class Bench {
  timers: { ms: number; fire: () => void }[] = [];
  frames: (() => void)[] = [];
  changes = 0;
  retries = 0;
  user: LineUser | undefined;
  data = new Map<string, WatchData>();
  published = 0;
  liveness: Liveness[] = [];
  client: StreamClient = createStreamClient({
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
    nextFrame: (run) => this.frames.push(run),
    setTimer: (ms, fire) => {
      const timer = { ms, fire };
      this.timers.push(timer);
      return () => {
        this.timers = this.timers.filter((other) => other !== timer);
      };
    },
    onData: (key, data) => {
      this.published += 1;
      this.data.set(key, data);
    },
    onLiveness: (liveness) => this.liveness.push(liveness),
  });

  get wanted(): readonly WatchInterest[] {
    return this.user?.wanted() ?? [];
  }

  say(...messages: WatchMessage[]): void {
    for (const message of messages) this.user?.onMessage(message, JSON.stringify(message));
  }

  frame(): void {
    const due = this.frames;
    this.frames = [];
    for (const run of due) run();
  }
}

const pods = { group: '', version: 'v1', plural: 'pods' };
const podNamed = (name: string, note = ''): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'n', annotations: { note } },
});
const pod = podNamed('a');
const snapshot = (id: string): WatchMessage => ({
  id,
  type: 'snapshot',
  items: [pod],
  resourceVersion: `${id}.1`,
});

describe('what a tab follows', () => {
  it('is told once for equal interests', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.client.follow('n', { ...pods, plural: 'nodes' });
    bench.client.follow('p', pods);
    expect(bench.changes).toBe(2);
    expect(bench.wanted.map(({ id }) => id)).toEqual(['p', 'n']);
  });

  it('changes the screen once per frame', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.say(snapshot('p'), {
      id: 'p',
      type: 'event',
      events: [{ type: 'DELETED', object: pod }],
      resourceVersion: 'p.2',
    });
    expect(bench.published).toBe(0);
    bench.frame();
    expect(bench.published).toBe(1);
    expect(bench.data.get('p')).toMatchObject({ phase: 'ready', items: [], position: 'p.2' });
  });

  it('takes a burst of 1,000 events as one change of each frame in which they come', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.say(snapshot('p'));
    bench.frame();
    bench.published = 0;
    for (let index = 0; index < 1_000; index += 1) {
      bench.say({
        id: 'p',
        type: 'event',
        events: [{ type: 'MODIFIED', object: podNamed(`pod-${String(index % 100)}`, String(index)) }],
        resourceVersion: `p.${String(index + 2)}`,
      });
      if (index === 499) bench.frame();
    }
    expect(bench.frames.length).toBe(1);
    bench.frame();
    expect(bench.published).toBe(2);
    const data = bench.data.get('p');
    expect(data?.position).toBe('p.1001');
    expect(data?.items.length).toBe(101);
    expect(data?.objects.get('n/pod-99')?.metadata.annotations?.['note']).toBe('999');
  });

  it('resumes from where it was, messages of this frame included', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.say(snapshot('p'));
    expect(bench.wanted).toEqual([{ id: 'p', ...pods, resourceVersion: 'p.1' }]);
  });

  it('keeps a list for a while after its page is left, then lets it go', () => {
    const bench = new Bench();
    const leave = bench.client.follow('p', pods);
    leave();
    leave();
    expect(bench.timers.map(({ ms }) => ms)).toEqual([10_000]);
    const back = bench.client.follow('p', pods);
    bench.timers.shift()?.fire();
    expect(bench.wanted.length).toBe(1);
    expect(bench.changes).toBe(1);
    back();
    bench.timers.shift()?.fire();
    expect(bench.wanted).toEqual([]);
    expect(bench.changes).toBe(2);
  });

  it('marks content stale when the line is lost, and live again by the word of the server', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.user?.onConnection({ state: 'live' });
    bench.say(snapshot('p'));
    bench.user?.onConnection({ state: 'lost', attempt: 1, message: 'gone' });
    expect(bench.data.get('p')).toMatchObject({ phase: 'ready', stale: true, items: [pod] });
    bench.user?.onConnection({ state: 'live' });
    expect(bench.data.get('p')?.stale).toBe(true);
    bench.say({ id: 'p', type: 'live' });
    bench.frame();
    expect(bench.data.get('p')?.stale).toBe(false);
    expect(bench.liveness.map(({ state }) => state)).toEqual(['live', 'lost', 'live']);
  });

  it.each([
    { kind: 'unavailable', told: true },
    { kind: 'unauthorized', told: true },
    { kind: 'tooManyRequests', told: true },
    { kind: 'forbidden', told: false },
    { kind: 'notFound', told: false },
  ])('tells the page that the cluster cannot be reached: $kind, $told', ({ kind, told }) => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.user?.onConnection({ state: 'live' });
    bench.say(snapshot('p'), { id: 'p', type: 'error', kind, message: 'm' });
    bench.frame();
    expect(bench.liveness).toEqual([{ state: 'live' }]);
    for (const { ms, fire } of bench.timers) {
      expect(ms).toBe(1_000);
      fire();
    }
    expect(bench.liveness.at(-1)).toEqual(
      told ? { state: 'live', behind: { kind, message: 'm' } } : { state: 'live' },
    );
    bench.say(snapshot('p'));
    bench.frame();
    expect(bench.liveness.at(-1)).toEqual({ state: 'live' });
  });

  it('says nothing about a cluster that answers again at once', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.user?.onConnection({ state: 'live' });
    bench.say(snapshot('p'), { id: 'p', type: 'stale', problem: { kind: 'unavailable', message: 'm' } });
    bench.frame();
    bench.say({ id: 'p', type: 'live' });
    bench.frame();
    expect(bench.timers).toEqual([]);
    expect(bench.liveness).toEqual([{ state: 'live' }]);
  });

  it('does not count lists that nobody looks at any more', () => {
    const bench = new Bench();
    bench.client.follow('p', pods)();
    bench.user?.onConnection({ state: 'live' });
    bench.say(snapshot('p'), { id: 'p', type: 'error', kind: 'unavailable', message: 'm' });
    bench.frame();
    expect(bench.liveness).toEqual([{ state: 'live' }]);
  });

  it('hides everything once the session is over', () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.say(snapshot('p'));
    bench.user?.onConnection({ state: 'signedOut' });
    expect(bench.data.get('p')).toMatchObject({
      phase: 'error',
      items: [],
      problem: { kind: 'unauthenticated' },
    });
  });
});
