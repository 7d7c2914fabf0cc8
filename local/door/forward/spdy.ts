/**
 * As much of SPDY 3.1 as `kubectl port-forward` needs of a kubelet: streams that the other side begins, what is said on
 * them, and their end. Source: SPDY protocol, draft 3.1.
 */
import { constants, createInflate } from 'node:zlib';
import { HEADER_DICTIONARY, uint32 } from './dictionary.ts';

export type Frame =
  | { readonly kind: 'open'; readonly stream: number; readonly headers: Buffer }
  | { readonly kind: 'data'; readonly stream: number; readonly bytes: Buffer; readonly last: boolean }
  | { readonly kind: 'reset'; readonly stream: number }
  | { readonly kind: 'ping'; readonly id: Buffer }
  | { readonly kind: 'goaway' }
  /** About windows and settings, which nobody here keeps. */
  | { readonly kind: 'other' };

const SYN_STREAM = 1;
const SYN_REPLY = 2;
const RST_STREAM = 3;
const PING = 6;
const GOAWAY = 7;
const CONTROL = 0x8003;
const LAST = 1;
const HEAD_BYTES = 8;

/** The frames in what has come so far, and what is left for the next. */
export function framesIn(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let rest = bytes;
  while (rest.length >= HEAD_BYTES) {
    const end = HEAD_BYTES + rest.readUIntBE(5, 3);
    if (rest.length < end) break;
    frames.push(frameOf(rest.subarray(0, HEAD_BYTES), rest.subarray(HEAD_BYTES, end)));
    rest = rest.subarray(end);
  }
  return { frames, rest };
}

function frameOf(head: Buffer, body: Buffer): Frame {
  const last = (head.readUInt8(4) & LAST) !== 0;
  if ((head.readUInt8(0) & 0x80) === 0) {
    return { kind: 'data', stream: head.readUInt32BE(0), bytes: body, last };
  }
  const type = head.readUInt16BE(2);
  // The number of the stream, of the one it belongs to, and how urgent it is.
  if (type === SYN_STREAM && body.length >= 10)
    return { kind: 'open', stream: streamOf(body), headers: body.subarray(10) };
  if (type === RST_STREAM && body.length >= 4) return { kind: 'reset', stream: streamOf(body) };
  if (type === PING) return { kind: 'ping', id: body };
  return { kind: type === GOAWAY ? 'goaway' : 'other' };
}

function streamOf(body: Buffer): number {
  return body.readUInt32BE(0) & 0x7fffffff;
}

export interface HeaderReader {
  /** In the order in which they came: all headers of a connection are one compressed text. */
  read(block: Buffer): Promise<ReadonlyMap<string, string>>;
  close(): void;
}

export function createHeaderReader(): HeaderReader {
  const inflate = createInflate({ dictionary: HEADER_DICTIONARY });
  let parts: Buffer[] = [];
  inflate.on('data', (part: Buffer) => parts.push(part));
  return {
    read: (block) =>
      new Promise((resolve, reject) => {
        inflate.once('error', reject);
        inflate.write(block);
        inflate.flush(constants.Z_SYNC_FLUSH, () => {
          inflate.off('error', reject);
          const text = Buffer.concat(parts);
          parts = [];
          try {
            resolve(headersIn(text));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      }),
    close: () => {
      inflate.close();
    },
  };
}

/** How many; then of each its name and its value, both after their length. */
function headersIn(bytes: Buffer): Map<string, string> {
  let at = 0;
  const number = (): number => bytes.readUInt32BE((at += 4) - 4);
  const text = (): string => {
    const length = number();
    return bytes.toString('utf8', at, (at += length));
  };
  const headers = new Map<string, string>();
  for (let left = number(); left > 0; left -= 1) {
    const name = text();
    headers.set(name.toLowerCase(), text());
  }
  return headers;
}

/**
 * No headers, as a compressed text: their number in one stored block, and an empty one, at which readers hand over what
 * they have. The first begins with what says that it is compressed.
 */
const NO_HEADERS = Buffer.from([0x00, 0x04, 0x00, 0xfb, 0xff, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0xff, 0xff]);
const COMPRESSED = Buffer.from([0x78, 0x01]);

export function replyFrame(stream: number, isFirst: boolean): Buffer {
  return controlFrame(SYN_REPLY, uint32(stream), ...(isFirst ? [COMPRESSED] : []), NO_HEADERS);
}

export function resetFrame(stream: number): Buffer {
  const CANCEL = 5;
  return controlFrame(RST_STREAM, uint32(stream), uint32(CANCEL));
}

export function pingFrame(id: Buffer): Buffer {
  return controlFrame(PING, id);
}

export function dataFrame(stream: number, bytes: Buffer, last = false): Buffer {
  return Buffer.concat([uint32(stream), lengthOf(bytes, last), bytes]);
}

function controlFrame(type: number, ...body: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(body);
  return Buffer.concat([uint32(CONTROL * 0x10000 + type), lengthOf(bytes, false), bytes]);
}

function lengthOf(bytes: Buffer, last: boolean): Buffer {
  return uint32((last ? LAST : 0) * 0x1000000 + bytes.length);
}
