import { describe, expect, it } from 'vitest';
import { encodeSse } from '#lib/k8s/watch-stream.ts';
import type { StreamRequest, WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { ApiError } from './api-error.ts';
import { createLine } from './stream-line.ts';
import type { Connection, StreamLine } from './stream-line.ts';

/** A browser whose clock and network are turned by hand. */
class Bench {
  now = 0;
  timers: { at: number; fire: () => void }[] = [];
  opened: { request: StreamRequest; signal: AbortSignal; body: TransformStream<Uint8Array, Uint8Array> }[] =
    [];
  refuse: Error | undefined;
  wanted: WatchInterest[] = [pods];
  messages: WatchMessage[] = [];
  connections: Connection[] = [];
  line: StreamLine = createLine(
    {
      open: (request, signal) => {
        if (this.refuse !== undefined) return Promise.reject(this.refuse);
        const body = new TransformStream<Uint8Array, Uint8Array>();
        this.opened.push({ request, signal, body });
        return Promise.resolve(body.readable);
      },
      setTimer: (ms, fire) => {
        const timer = { at: this.now + ms, fire };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((other) => other !== timer);
        };
      },
      random: () => 1,
    },
    {
      wanted: () => this.wanted,
      onMessage: (message) => this.messages.push(message),
      onConnection: (connection) => this.connections.push(connection),
    },
  );

  async start(): Promise<void> {
    this.line.changed();
    await this.pass(10);
  }

  get states(): string[] {
    return this.connections.map(({ state }) => state);
  }

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

  /** The stream ends in order. */
  async end(): Promise<void> {
    await this.opened.at(-1)?.body.writable.close();
    await settle();
  }

  /** The connection breaks. */
  async cut(): Promise<void> {
    await this.opened.at(-1)?.body.writable.abort(new Error('cut'));
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

const pods: WatchInterest = { id: 'p', group: '', version: 'v1', plural: 'pods' };
const nodes: WatchInterest = { ...pods, id: 'n', plural: 'nodes' };
const down = new ApiError({ kind: 'network', status: 0, message: 'down' });

describe('the line to the console', () => {
  it('asks once for what is wanted', async () => {
    const bench = new Bench();
    bench.line.changed();
    bench.wanted = [pods, nodes];
    bench.line.changed();
    await bench.pass(10);
    expect(bench.opened.map(({ request }) => request.watches)).toEqual([[pods, nodes]]);
    expect(bench.states).toEqual(['connecting', 'live']);
  });

  it('passes messages on, and over what it does not understand', async () => {
    const bench = new Bench();
    await bench.start();
    await bench.say({ id: 'p', type: 'surprise' }, { id: 'p', type: 'live' });
    expect(bench.messages).toEqual([{ id: 'p', type: 'live' }]);
  });

  it('opens anew for another interest, without a word', async () => {
    const bench = new Bench();
    await bench.start();
    bench.wanted = [{ ...pods, resourceVersion: 'e.1' }, nodes];
    bench.line.changed();
    await bench.pass(10);
    expect(bench.opened[0]?.signal.aborted).toBe(true);
    expect(bench.opened[1]?.request.watches[0]).toMatchObject({ resourceVersion: 'e.1' });
    expect(bench.states).not.toContain('lost');
  });

  it('is idle when nothing is wanted', async () => {
    const bench = new Bench();
    await bench.start();
    bench.wanted = [];
    await bench.start();
    expect(bench.states.at(-1)).toBe('idle');
    expect(bench.opened[0]?.signal.aborted).toBe(true);
  });

  it('says nothing about a break that heals at once', async () => {
    const bench = new Bench();
    await bench.start();
    await bench.cut();
    await bench.pass(1_400);
    expect(bench.opened.length).toBe(2);
    expect(bench.states).not.toContain('lost');
  });

  it('says within 1.5 s that it is lost, tries again and again, and heals', async () => {
    const bench = new Bench();
    await bench.start();
    bench.refuse = down;
    await bench.cut();
    await bench.pass(1_499);
    expect(bench.states.at(-1)).toBe('live');
    await bench.pass(1);
    expect(bench.connections.at(-1)).toMatchObject({ state: 'lost', message: 'down' });
    await bench.pass(60_000);
    // The longest pause is 4 s, so that nobody waits longer once it is back.
    const attempts = bench.connections.filter(({ state }) => state === 'lost').length;
    expect(attempts).toBeGreaterThanOrEqual(15);
    bench.refuse = undefined;
    await bench.pass(4_000);
    expect(bench.states.at(-1)).toBe('live');
  });

  it('waits as long as an answer asks for', async () => {
    const bench = new Bench();
    bench.refuse = new ApiError({
      kind: 'tooManyRequests',
      status: 429,
      message: 'slow',
      retryAfterMs: 10_000,
    });
    await bench.start();
    bench.refuse = undefined;
    bench.line.changed();
    await bench.pass(9_999);
    expect(bench.opened.length).toBe(0);
    await bench.pass(2_501);
    expect(bench.opened.length).toBe(1);
  });

  it.each([
    { name: 'the end of a stream', stop: (bench: Bench) => bench.end(), within: 800 },
    {
      name: 'a word of the server',
      stop: (bench: Bench) => bench.say({ type: 'reconnect', withinMs: 1_000 }),
      within: 1_000,
    },
  ])('comes back without a fuss after $name', async ({ stop, within }) => {
    const bench = new Bench();
    await bench.start();
    await stop(bench);
    await bench.pass(within - 1);
    expect(bench.opened.length).toBe(1);
    await bench.pass(1);
    expect(bench.opened.length).toBe(2);
    expect(bench.states).not.toContain('lost');
  });

  it('notices a silent connection after 25 s', async () => {
    const bench = new Bench();
    await bench.start();
    await bench.pass(24_000);
    expect(bench.states.at(-1)).toBe('live');
    await bench.pass(1_100);
    expect(bench.states).toContain('lost');
    expect(bench.opened[0]?.signal.aborted).toBe(true);
    await bench.pass(300);
    expect(bench.opened.length).toBe(2);
  });

  it('hears comments as signs of life', async () => {
    const bench = new Bench();
    await bench.start();
    for (let beat = 0; beat < 6; beat += 1) {
      await bench.pass(8_000);
      const writer = bench.opened[0]?.body.writable.getWriter();
      await writer?.write(new TextEncoder().encode(': ping\n\n'));
      writer?.releaseLock();
      await settle();
    }
    expect(bench.opened.length).toBe(1);
  });

  it('tries at once when asked to', async () => {
    const bench = new Bench();
    bench.refuse = down;
    await bench.start();
    bench.refuse = undefined;
    bench.line.retry();
    await bench.pass(0);
    expect(bench.states.at(-1)).toBe('live');
  });

  it('stops asking once the session is over, and goes on after somebody signed in', async () => {
    const bench = new Bench();
    bench.refuse = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Open the console again.' });
    await bench.start();
    await bench.pass(60_000);
    expect(bench.states).toEqual(['connecting', 'signedOut']);
    bench.refuse = undefined;
    await bench.start();
    expect(bench.states.at(-1)).toBe('live');
  });

  it('tells which lists are too many', async () => {
    const bench = new Bench();
    bench.wanted = Array.from({ length: 257 }, (_, index) => ({ ...pods, id: `w${String(index)}` }));
    await bench.start();
    expect(bench.opened[0]?.request.watches.length).toBe(256);
    expect(bench.messages).toMatchObject([{ id: 'w256', type: 'error', kind: 'tooMany' }]);
  });

  it('opens nothing after it was stopped', async () => {
    const bench = new Bench();
    await bench.start();
    bench.line.stop();
    bench.line.retry();
    await bench.pass(60_000);
    expect(bench.opened.length).toBe(1);
    expect(bench.opened[0]?.signal.aborted).toBe(true);
  });
});
