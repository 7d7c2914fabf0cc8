/** `kubectl port-forward` to a pod that a process of this machine stands for. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createHeaderReader, dataFrame, framesIn, pingFrame, replyFrame, resetFrame } from './spdy.ts';
import type { Frame, HeaderReader } from './spdy.ts';

const PROTOCOL = 'portforward.k8s.io';

export interface ForwardOptions {
  /** What came behind the request already. */
  readonly head: Buffer;
  /** Of this machine's loopback; undefined for one that nobody answers. */
  readonly localPort: (containerPort: number) => number | undefined;
  /** For people. */
  readonly pod: string;
}

/** Takes over a connection on which somebody asked for SPDY. Resolves when it has ended. */
export async function servePortForward(connection: Duplex, options: ForwardOptions): Promise<void> {
  const session = new Session(connection, options);
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${PROTOCOL}\r\n\r\n`,
  );
  let rest = options.head;
  try {
    for await (const bytes of connection) {
      const found = framesIn(Buffer.concat([rest, bytes as Buffer]));
      ({ rest } = found);
      for (const frame of found.frames) await session.take(frame);
    }
  } catch {
    // Whoever asked is gone, or does not speak the protocol: there is nobody to tell.
  } finally {
    session.close();
    connection.destroy();
  }
}

/** Of one connection that is forwarded: what is said, and what goes wrong. */
interface Pair {
  readonly error: number;
  readonly data: number;
}

/** What has been begun of a pair, by the number that the client gave it. */
type Begun = Partial<Pair> & { readonly port: number };

class Session {
  readonly #connection: Duplex;
  readonly #options: ForwardOptions;
  readonly #headers: HeaderReader = createHeaderReader();
  readonly #begun = new Map<string, Begun>();
  /** By the stream of what is said. */
  readonly #processes = new Map<number, Socket>();
  #replied = false;

  constructor(connection: Duplex, options: ForwardOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.setMaxListeners(0);
  }

  async take(frame: Frame): Promise<void> {
    if (frame.kind === 'open') await this.#open(frame.stream, frame.headers);
    else if (frame.kind === 'data') this.#say(frame.stream, frame.bytes, frame.last);
    else if (frame.kind === 'reset') this.#processes.get(frame.stream)?.destroy();
    else if (frame.kind === 'ping') this.#connection.write(pingFrame(frame.id));
    else if (frame.kind === 'goaway') this.#connection.end();
  }

  close(): void {
    for (const process of this.#processes.values()) process.destroy();
    this.#headers.close();
  }

  async #open(stream: number, block: Buffer): Promise<void> {
    const headers = await this.#headers.read(block);
    this.#connection.write(replyFrame(stream, !this.#replied));
    this.#replied = true;
    const request = headers.get('requestid') ?? '';
    const kind = headers.get('streamtype') === 'error' ? 'error' : 'data';
    const { error, data, port } = {
      ...{ port: Number(headers.get('port')), ...this.#begun.get(request) },
      [kind]: stream,
    } as Begun;
    if (error === undefined || data === undefined) {
      this.#begun.set(request, { port, [kind]: stream });
      return;
    }
    this.#begun.delete(request);
    this.#forward({ error, data }, port);
  }

  #forward(pair: Pair, port: number): void {
    const localPort = this.#options.localPort(port);
    if (localPort === undefined) {
      this.#fail(pair, `${this.#options.pod} does not declare port ${String(port)}`);
      return;
    }
    const process = connect({ host: '127.0.0.1', port: localPort, allowHalfOpen: true });
    this.#processes.set(pair.data, process);
    process.on('data', (bytes) => {
      if (this.#connection.write(dataFrame(pair.data, bytes))) return;
      process.pause();
      this.#connection.once('drain', () => process.resume());
    });
    process.once('end', () => this.#connection.write(dataFrame(pair.data, Buffer.alloc(0), true)));
    let answered = false;
    process.once('connect', () => (answered = true));
    process.on('error', (error) => {
      // Whoever forwards gives up all connections at a word about one: later, as when both sides end at once, it just ends.
      if (answered) this.#connection.write(resetFrame(pair.data));
      else this.#fail(pair, `the process does not answer at port ${String(port)}: ${error.message}`);
    });
    process.once('close', () => {
      this.#processes.delete(pair.data);
      if (this.#connection.writable) this.#connection.write(dataFrame(pair.error, Buffer.alloc(0), true));
    });
  }

  #say(stream: number, bytes: Buffer, last: boolean): void {
    const process = this.#processes.get(stream);
    process?.write(bytes);
    if (last) process?.end();
  }

  #fail({ error, data }: Pair, reason: string): void {
    if (!this.#connection.writable) return;
    this.#connection.write(dataFrame(error, Buffer.from(reason), true));
    this.#connection.write(resetFrame(data));
  }
}
