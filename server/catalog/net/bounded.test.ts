import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { bounded, leastBytes } from './bounded.ts';

const MINUTE = 60_000;
const KB = 1024;

describe('the least that a server must send', () => {
  it.each([
    ['nothing at first', 1, 0],
    ['256 bytes a second after a minute', 61_000, 61 * 258],
    ['four times that after five', 5 * MINUTE, 300 * 1024],
    ['32 kB a second in the end', 20 * MINUTE, 20 * 60 * 32 * KB],
    ['and no more than that', 60 * MINUTE, 60 * 60 * 32 * KB],
  ])('is %s', (_what, ms, bytes) => {
    expect(leastBytes(ms)).toBeLessThanOrEqual(bytes);
    expect(leastBytes(ms)).toBeGreaterThanOrEqual(bytes * 0.99);
  });

  /** How long a server that sends so much a second is listened to, at most an hour, in minutes. */
  async function listenedTo(bytesPerSecond: number): Promise<number> {
    let seconds = 0;
    const chunks = function* (): Generator<Buffer> {
      for (; seconds < 3600; seconds += 10) yield Buffer.alloc(bytesPerSecond * 10);
    };
    const body = bounded(Readable.from(chunks(), { objectMode: true, highWaterMark: 1 }), {
      host: 'slow.example',
      limits: { bytes: Infinity },
      signal: new AbortController().signal,
      now: () => seconds * 1000,
    });
    await buffer(Readable.from(body)).catch((error: unknown) => {
      expect(String(error)).toContain('slow.example sends its answer too slowly');
    });
    return Math.round(seconds / 60);
  }

  it('ends a server that dribbles within minutes, and lets a slow line be', async () => {
    expect(await listenedTo(100)).toBe(1);
    expect(await listenedTo(300)).toBeLessThan(3);
    expect(await listenedTo(3_000)).toBeLessThan(10);
    expect(await listenedTo(33_000)).toBe(60);
  });
});
