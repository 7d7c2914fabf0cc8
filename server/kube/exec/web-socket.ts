/**
 * The little of WebSocket that listening to a command takes: messages of the other side put together, pings answered, and a
 * farewell. No extension is ever offered. Source: RFC 6455, 5.2-5.5.
 */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** Continuations and texts have the numbers below. */
const [BINARY, CLOSE, PING, PONG] = [2, 8, 9, 10];
/** The API server sends pieces of 32 KiB; nobody is to make us keep more than this for one. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;

/** Headers that ask for it, with protocols in order of preference. */
export function upgradeHeaders(protocols: readonly string[]): Record<string, string> {
  return {
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-version': '13',
    'sec-websocket-protocol': protocols.join(', '),
  };
}

/**
 * Each message, until the other side ends. Throws Error for what is no WebSocket, and what breaks the connection; ends the
 * connection when nobody asks for more.
 */
export async function* messagesOf(connection: Duplex): AsyncGenerator<Buffer> {
  let message: Buffer[] = [];
  try {
    for await (const { opcode, payload, isLast } of framesOf(connection)) {
      if (opcode === CLOSE) {
        connection.write(ownFrame(CLOSE, payload.subarray(0, 2)));
        return;
      }
      if (opcode === PING) connection.write(ownFrame(PONG, payload));
      if (opcode > BINARY) continue;
      message.push(payload);
      if (message.reduce((sum, { length }) => sum + length, 0) > LONGEST_MESSAGE) throw tooLong();
      if (!isLast) continue;
      yield Buffer.concat(message);
      message = [];
    }
  } finally {
    // After what is still to be said.
    connection.end(() => connection.destroy());
  }
}

async function* framesOf(connection: Duplex): AsyncGenerator<Frame> {
  let pending: Buffer = Buffer.alloc(0);
  const chunks = connection.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const frame = frameOf(pending);
      if (frame === undefined) break;
      pending = pending.subarray(frame.bytes);
      yield frame;
    }
  }
}

interface Frame {
  opcode: number;
  isLast: boolean;
  payload: Buffer;
  /** Of the whole frame. */
  bytes: number;
}

/** The first one, once all of it is there. */
function frameOf(buffer: Buffer): Frame | undefined {
  const [first = 0, second = 0] = buffer;
  // What servers send is never masked.
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0) throw new Error('what was answered is no WebSocket');
  const size = sizeOf(buffer, second);
  if (size === undefined) return undefined;
  if (size.length > LONGEST_MESSAGE) throw tooLong();
  const bytes = size.start + size.length;
  if (buffer.length < bytes) return undefined;
  const payload = buffer.subarray(size.start, bytes);
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, bytes };
}

/** Where the payload begins, and how long it is; a length that does not fit stands behind the short one. */
function sizeOf(buffer: Buffer, short: number): { start: number; length: number } | undefined {
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (buffer.length < start) return undefined;
  if (short === 126) return { start, length: buffer.readUInt16BE(2) };
  return { start, length: short === 127 ? Number(buffer.readBigUInt64BE(2)) : short };
}

function tooLong(): Error {
  return new Error(`a message has more than ${String(LONGEST_MESSAGE)} bytes`);
}

/** Of a control frame, whose payload is short; what clients send is masked. */
function ownFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const masked = payload.subarray(0, 125).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | masked.length]), mask, masked]);
}
