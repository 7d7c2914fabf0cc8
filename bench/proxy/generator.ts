/**
 * The load, in a process of its own: sends the same GET over a number of connections, the next one as soon as an answer
 * is complete. Told by messages what to do (`Order`), tells what came of it (`Outcome`).
 */
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { answerReader } from './answer-reader.ts';

export interface Order {
  port: number;
  /** With TLS: what proves the client. */
  tls?: { cert: string; key: string };
  path: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

export interface Outcome {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Length of each body, which is the same for all. */
  bytes: number;
  problem?: string;
}

const READ_BUFFER_BYTES = 1024 * 1024;

process.on('message', (order: Order) => {
  measure(order).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ perSecond: 0, p50: 0, p99: 0, bytes: 0, problem: String(error) }),
  );
});

async function measure(order: Order): Promise<Outcome> {
  const times: number[] = [];
  let bytes = 0;
  const start = performance.now();
  const end = start + order.seconds * 1000;
  const one = (): Promise<void> =>
    runConnection(order, end, (ms, status, length) => {
      if (status !== 200) throw new Error(`status ${String(status)}`);
      times.push(ms);
      bytes = length;
    });
  await Promise.all(Array.from({ length: order.connections }, one));
  const took = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), bytes };
}

function runConnection(
  order: Order,
  end: number,
  onTime: (ms: number, status: number, bytes: number) => void,
): Promise<void> {
  const lines = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${order.path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let begun = 0;
    const next = (): void => {
      begun = performance.now();
      socket.write(request, 'latin1');
    };
    const reader = answerReader((status, bytes) => {
      const now = performance.now();
      try {
        onTime(now - begun, status, bytes);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return;
      }
      if (now < end) next();
      else socket.destroy();
    });
    const socket = connect(order, reader.take);
    socket.once(order.tls === undefined ? 'connect' : 'secureConnect', next);
    socket.once('error', reject);
    socket.once('close', () => {
      resolve();
    });
  });
}

/** Reads into one buffer over and over, so that the generator makes no garbage to speak of. */
function connect({ port, tls }: Order, take: (chunk: Buffer) => void): Socket {
  const onread = {
    buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES),
    callback: (length: number, buffer: Uint8Array) => {
      take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
      return true;
    },
  };
  const to = { host: '127.0.0.1', port, noDelay: true };
  if (tls === undefined) return connectTcp({ ...to, onread });
  // The types do not know of `onread` here, though the documentation of tls.connect does.
  const options = { ...to, ...tls, rejectUnauthorized: false, onread };
  return connectTls(options);
}
