import { describe, expect, it } from 'vitest';
import { encodeSse } from '#lib/k8s/watch-stream.ts';
import type { StreamRequest } from '#lib/k8s/watch-stream.ts';
import { ApiError } from './api-error.ts';
import { createStreamClient } from './stream-client.ts';
import type { Connection, StreamClient } from './stream-client.ts';
import type { WatchData } from './watch-store.ts';

/** A browser whose clock, frames and network are turned by hand. */
class Bench {
  now = 0;
  timers: { at: number; fire: () => void }[] = [];
  frames: (() => void)[] = [];
  opened: { request: StreamRequest; signal: AbortSignal; body: TransformStream<Uint8Array, Uint8Array> }[] =
    [];
  refuse: Error | undefined;
  data = new Map<string, WatchData>();
  published = 0;
  connections: Connection[] = [];
  client: StreamClient = createStreamClient({
    open: (request, signal) => {
      if (this.refuse !== undefined) return Promise.reject(this.refuse);
      const body = new TransformStream<Uint8Array, Uint8Array>();
      this.opened.push({ request, signal, body });
      return Promise.resolve(body.readable);
    },
    nextFrame: (run) => this.frames.push(run),
    setTimer: (ms, fire) => {
      const timer = { at: this.now + ms, fire };
      this.timers.push(timer);
      return () => {
        this.timers = this.timers.filter((other) => other !== timer);
      };
    },
    random: () => 1,
    onData: (key, data) => {
      this.published += 1;
      this.data.set(key, data);
    },
    onConnection: (connection) => this.connections.push(connection),
  });

  /** Lets all that is due happen, and the promises in between settle. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.now = due.at;
      this.timers = this.timers.filter((timer) => timer !== due);
      due.fire();
      await settle();
    }
    this.now = end;
    await settle();
  }

  async say(...messages: unknown[]): Promise<void> {
    const writer = this.opened.at(-1)?.body.writable.getWriter();
    await writer?.write(
      new TextEncoder().encode(messages.map((message) => encodeSse(JSON.stringify(message))).join('')),
    );
    writer?.releaseLock();
    await settle();
  }

  frame(): void {
    const due = this.frames;
    this.frames = [];
    for (const run of due) run();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const pods = { group: '', version: 'v1', plural: 'pods' };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'n' } };
const snapshot = (id: string): unknown => ({
  id,
  type: 'snapshot',
  items: [pod],
  resourceVersion: `${id}.1`,
});

describe('the stream of a tab', () => {
  it('asks for all interests of a page in one request', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    bench.client.follow('n', { ...pods, plural: 'nodes' });
    bench.client.follow('p', pods);
    await bench.pass(20);
    expect(bench.opened.map(({ request }) => request.watches.map(({ id }) => id))).toEqual([['p', 'n']]);
    expect(bench.connections).toEqual([{ state: 'connecting' }, { state: 'live' }]);
  });

  it('changes the screen once per frame', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.say(snapshot('p'), {
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

  it('reopens from where it was when an interest comes', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.say(snapshot('p'));
    bench.client.follow('n', { ...pods, plural: 'nodes' });
    await bench.pass(20);
    expect(bench.opened[0]?.signal.aborted).toBe(true);
    expect(bench.opened[1]?.request.watches).toEqual([
      { id: 'p', ...pods, resourceVersion: 'p.1' },
      { id: 'n', ...pods, plural: 'nodes' },
    ]);
    expect(bench.connections.some(({ state }) => state === 'lost')).toBe(false);
  });

  it('keeps a list for a while after its page is left, then lets it go', async () => {
    const bench = new Bench();
    const leave = bench.client.follow('p', pods);
    await bench.pass(20);
    leave();
    await bench.pass(5_000);
    const back = bench.client.follow('p', pods);
    await bench.pass(20_000);
    expect(bench.opened.length).toBe(1);
    back();
    await bench.pass(11_000);
    expect(bench.connections.at(-1)).toEqual({ state: 'idle' });
    expect(bench.opened[0]?.signal.aborted).toBe(true);
  });

  it('marks content stale when the stream ends, and heals after a pause that grows', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.say(snapshot('p'));
    await bench.opened[0]?.body.writable.close();
    await settle();
    expect(bench.connections.at(-1)).toMatchObject({ state: 'lost', attempt: 1 });
    expect(bench.data.get('p')).toMatchObject({ phase: 'ready', stale: true, items: [pod] });
    bench.refuse = new Error('down');
    await bench.pass(500);
    expect(bench.connections.at(-1)).toMatchObject({ state: 'lost', attempt: 2 });
    await bench.pass(999);
    expect(bench.connections.at(-1)).toMatchObject({ attempt: 2 });
    bench.refuse = undefined;
    await bench.pass(1);
    expect(bench.connections.at(-1)).toEqual({ state: 'live' });
    expect(bench.opened.at(-1)?.request.watches[0]).toMatchObject({ resourceVersion: 'p.1' });
    await bench.say({ id: 'p', type: 'live' });
    bench.frame();
    expect(bench.data.get('p')?.stale).toBe(false);
  });

  it('notices a silent connection', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.pass(24_000);
    expect(bench.connections.at(-1)).toEqual({ state: 'live' });
    await bench.pass(2_000);
    expect(bench.connections.some(({ state }) => state === 'lost')).toBe(true);
    expect(bench.opened[0]?.signal.aborted).toBe(true);
    expect(bench.opened.length).toBe(2);
  });

  it('comes back without a fuss when the server says that it stops', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.say(snapshot('p'), { type: 'reconnect', withinMs: 1_000 });
    bench.frame();
    await bench.pass(999);
    expect(bench.opened.length).toBe(1);
    expect(bench.data.get('p')?.stale).toBe(false);
    await bench.pass(1);
    expect(bench.opened.length).toBe(2);
    expect(bench.connections.some(({ state }) => state === 'lost')).toBe(false);
  });

  it('comes back at once when asked to', async () => {
    const bench = new Bench();
    bench.refuse = new Error('down');
    bench.client.follow('p', pods);
    await bench.pass(20);
    bench.refuse = undefined;
    bench.client.retry();
    await bench.pass(0);
    expect(bench.connections.at(-1)).toEqual({ state: 'live' });
  });

  it('stops asking once the session is over', async () => {
    const bench = new Bench();
    bench.refuse = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Open the console again.' });
    bench.client.follow('p', pods);
    await bench.pass(60_000);
    expect(bench.connections.at(-1)).toEqual({ state: 'signedOut' });
    expect(bench.data.get('p')).toMatchObject({ phase: 'error', problem: { kind: 'unauthenticated' } });
  });

  it('passes over what it does not understand', async () => {
    const bench = new Bench();
    bench.client.follow('p', pods);
    await bench.pass(20);
    await bench.say({ id: 'p', type: 'surprise' }, { id: 'other', type: 'live' }, snapshot('p'));
    bench.frame();
    expect(bench.data.get('p')?.items).toEqual([pod]);
  });
});
