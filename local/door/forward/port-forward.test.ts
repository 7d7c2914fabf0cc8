import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';
import { constants, createDeflate } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { HEADER_DICTIONARY, uint32 } from './dictionary.ts';
import { servePortForward } from './port-forward.ts';
import { dataFrame, framesIn } from './spdy.ts';
import type { Frame } from './spdy.ts';

/** Who forwards ports: the other side of the protocol. */
interface Client {
  readonly connection: Duplex;
  readonly ended: Promise<void>;
  /** What has come so far, but for the answer to the upgrade. */
  frames(): readonly Frame[];
  open(stream: number, headers: Readonly<Record<string, string>>): Promise<void>;
}

function aClient(localPort: (port: number) => number | undefined): Client {
  const [connection, served] = duplexPair();
  const ended = servePortForward(served, { head: Buffer.alloc(0), localPort, pod: 'pod "it"' });
  const deflate = createDeflate({ dictionary: HEADER_DICTIONARY });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  let came = Buffer.alloc(0);
  connection.on('data', (bytes: Buffer) => {
    came = Buffer.concat([came, bytes]);
  });
  onTestFinished(async () => {
    connection.destroy();
    await ended;
  });
  return {
    connection,
    ended,
    frames: () => framesIn(came.subarray(came.indexOf('\r\n\r\n') + 4)).frames,
    open: async (stream, headers) => {
      const texts = Object.entries(headers).flat();
      deflate.write(Buffer.concat([uint32(texts.length / 2), ...texts.flatMap(withLength)]));
      await new Promise<void>((resolve) => {
        deflate.flush(constants.Z_SYNC_FLUSH, resolve);
      });
      const body = Buffer.concat([uint32(stream), Buffer.alloc(6), ...parts.splice(0)]);
      connection.write(Buffer.concat([uint32(0x80030001), uint32(body.length), body]));
    },
  };
}

function withLength(text: string): Buffer[] {
  return [uint32(text.length), Buffer.from(text)];
}

/** Says everything back, and that it has ended. */
async function anEcho(): Promise<number> {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function saidOn(client: Client, stream: number): { text: string; ended: boolean } {
  const frames = client.frames().filter((frame) => frame.kind === 'data' && frame.stream === stream);
  const data = frames.flatMap((frame) => (frame.kind === 'data' ? [frame] : []));
  return {
    text: Buffer.concat(data.map(({ bytes }) => bytes)).toString(),
    ended: data.some(({ last }) => last),
  };
}

async function openPair(client: Client, first: number, request: string, port = '8080'): Promise<void> {
  await client.open(first, { streamtype: 'error', port, requestid: request });
  await client.open(first + 2, { streamtype: 'data', port, requestid: request });
}

it('leads two connections at once to the process, and says when each has ended', async () => {
  const port = await anEcho();
  const client = aClient((asked) => (asked === 8080 ? port : undefined));
  await openPair(client, 1, '0');
  await openPair(client, 5, '1');
  client.connection.write(dataFrame(3, Buffer.from('one')));
  // In pieces, as networks do it.
  for (const byte of dataFrame(7, Buffer.from('two'), true)) client.connection.write(Buffer.from([byte]));
  await eventually(() => {
    expect(saidOn(client, 3)).toEqual({ text: 'one', ended: false });
    expect(saidOn(client, 7)).toEqual({ text: 'two', ended: true });
    expect(saidOn(client, 5)).toEqual({ text: '', ended: true });
  });
});

it('says which port the pod does not declare, and gives up that connection alone', async () => {
  const port = await anEcho();
  const client = aClient((asked) => (asked === 8080 ? port : undefined));
  await openPair(client, 1, '0', '22');
  await openPair(client, 5, '1');
  client.connection.write(dataFrame(7, Buffer.from('still'), true));
  await eventually(() => {
    expect(saidOn(client, 1)).toEqual({ text: 'pod "it" does not declare port 22', ended: true });
    expect(client.frames()).toContainEqual({ kind: 'reset', stream: 3 });
    expect(saidOn(client, 7)).toEqual({ text: 'still', ended: true });
  });
});

it('says so when the process does not answer', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const client = aClient(() => port);
  await openPair(client, 1, '0');
  await eventually(() => {
    expect(saidOn(client, 1).text).toContain('the process does not answer at port 8080');
  });
});

it('has no word about a process that ends first: that is no failure of the way to it', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const client = aClient(() => (server.address() as AddressInfo).port);
  await openPair(client, 1, '0');
  client.connection.write(dataFrame(3, Buffer.from('bye')));
  await eventually(() => {
    expect(client.frames()).toContainEqual({ kind: 'reset', stream: 3 });
    expect(saidOn(client, 1)).toEqual({ text: '', ended: true });
  });
});

it('answers a ping, and ends with whoever has asked', async () => {
  const client = aClient(() => undefined);
  const id = uint32(7);
  client.connection.write(Buffer.concat([uint32(0x80030006), uint32(4), id]));
  await eventually(() => {
    expect(client.frames()).toEqual([{ kind: 'ping', id }]);
  });
  client.connection.end();
  await client.ended;
});

it('ends what does not speak the protocol', async () => {
  const client = aClient(() => undefined);
  const body = Buffer.concat([uint32(1), Buffer.alloc(6), Buffer.from('no headers')]);
  client.connection.write(Buffer.concat([uint32(0x80030001), uint32(body.length), body]));
  await client.ended;
});
