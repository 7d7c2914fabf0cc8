/** A body that ends with a sentence when it is too large, too slow or cut. */
import type { Readable } from 'node:stream';
import { SourceError } from '../sources/reader.ts';
import { failureOf } from './failures.ts';
import type { AnswerLimits } from './outbound.ts';

/** A server that sends a byte now and then is never silent: on average it must do better than this. */
const SLOWEST_BYTES_PER_SECOND = 256;
const GRACE_MS = 60_000;

interface Bounds {
  host: string;
  limits: AnswerLimits;
  signal: AbortSignal;
  now?: () => number;
}

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
      const ms = now() - start;
      if (ms > GRACE_MS && bytes < (SLOWEST_BYTES_PER_SECOND * ms) / 1000) {
        throw new SourceError(
          'unreachable',
          `${host} sends its answer too slowly. It is tried again shortly.`,
        );
      }
      yield data;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, host);
  } finally {
    body.on('error', () => undefined).destroy();
  }
}
