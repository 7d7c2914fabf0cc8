/** A body that ends with a sentence when it is too large, too slow or cut. */
import type { Readable } from 'node:stream';
import { SourceError } from '../sources/reader.ts';
import { sourceErrorOf } from './failures.ts';
import type { AnswerLimits } from './outbound.ts';

/**
 * A server that sends a byte now and then is never silent: on average it must do better than this, and the longer it holds
 * one of the few reads the better. What a slow line brings is always enough.
 */
const SLOWEST_BYTES_PER_SECOND = 256;
const FAST_ENOUGH = 32 * 1024;
const GRACE_MS = 60_000;
/** The rate that is asked for doubles in that time. */
const DOUBLES_MS = 2 * 60_000;

/** Bytes that must have come after so long. */
export function leastBytes(ms: number): number {
  if (ms <= GRACE_MS) return 0;
  const rate = Math.min(FAST_ENOUGH, SLOWEST_BYTES_PER_SECOND * 2 ** ((ms - GRACE_MS) / DOUBLES_MS));
  return (rate * ms) / 1000;
}

interface Bounds {
  host: string;
  limits: AnswerLimits;
  signal: AbortSignal;
  now?: () => number;
}

/**
 * The body's bytes as they come. Rejects with SourceError: `limit` beyond `limits.bytes`, else `unreachable`; or with
 * the signal's reason.
 */
export async function* bounded(body: Readable, bounds: Bounds): AsyncGenerator<Buffer> {
  const { host, limits, signal, now = performance.now.bind(performance) } = bounds;
  const start = now();
  let bytes = 0;
  try {
    for await (const chunk of body) {
      const data: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      bytes += data.length;
      if (bytes > limits.bytes) {
        throw new SourceError(
          'limit',
          `${host} sends more than ${String(limits.bytes)} bytes, which is more than is read. Check that the address is that of a catalog.`,
        );
      }
      if (bytes < leastBytes(now() - start))
        throw new SourceError('unreachable', `${host} sends its answer too slowly. Retrying shortly.`);
      yield data;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw sourceErrorOf(error, host);
  } finally {
    body.on('error', () => undefined).destroy();
  }
}
