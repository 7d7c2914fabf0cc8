import { KubeError } from './errors.ts';

/** Largest object is about 3 MB (the API server's request limit); JSON escapes may double it. */
const LONGEST_LINE_BYTES = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into JSON values, one per line. A chunk may end anywhere, also inside a character: bytes are only
 * decoded once their line is complete.
 */
export function createJsonLines(longestLine = LONGEST_LINE_BYTES): {
  push: (chunk: Uint8Array) => unknown[];
} {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const keep = (rest: Uint8Array): void => {
    if (rest.length === 0) return;
    pendingBytes += rest.length;
    if (pendingBytes > longestLine) {
      throw new KubeError({
        kind: 'tooLarge',
        message: `a watch event is larger than ${String(longestLine)} bytes`,
        publicMessage: 'The cluster sent an object that is too large to be shown.',
      });
    }
    pending.push(rest);
  };
  const takeLine = (end: Uint8Array): string => {
    const bytes = pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    pendingBytes = 0;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  };
  return {
    push: (chunk) => {
      const values: unknown[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = takeLine(chunk.subarray(start, end));
        start = end + 1;
        if (line.trim() !== '') values.push(parseLine(line));
      }
      keep(chunk.subarray(start));
      return values;
    },
  };
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch (error) {
    throw new KubeError({
      kind: 'unavailable',
      message: 'a watch event is not JSON',
      publicMessage: 'The cluster sent an answer that could not be read. Retrying shortly.',
      cause: error,
    });
  }
}
