import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDoor } from './door.ts';
import type { Door } from './door.ts';
import type { Way } from './way.ts';

function aSocket(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'door');
}

async function aDoor(socket: string, way: Way): Promise<Door> {
  const door = await openDoor({ socket, wayTo: () => way });
  onTestFinished(() => door.close());
  return door;
}

/** A process that says everything back; resolves to the way to it. */
async function anEcho(): Promise<Way> {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { kind: 'open', localPort: (server.address() as AddressInfo).port };
}

async function through(socket: string): Promise<{ answer: IncomingMessage; stream: Duplex }> {
  const asked = request({ socketPath: socket, method: 'CONNECT', path: '10.0.0.1:443', agent: false }).end();
  const [answer, stream] = (await once(asked, 'connect')) as [IncomingMessage, Duplex, Buffer];
  return { answer, stream };
}

async function echoed(socket: string): Promise<string> {
  const { answer, stream } = await through(socket);
  expect(answer.statusCode).toBe(200);
  stream.end('hello');
  return text(stream);
}

it('leads to the process', async () => {
  const socket = aSocket();
  await aDoor(socket, await anEcho());
  expect(await echoed(socket)).toBe('hello');
});

it('refuses with the reason', async () => {
  const socket = aSocket();
  await aDoor(socket, { kind: 'refused', reason: 'nobody is there' });
  const { answer, stream } = await through(socket);
  stream.destroy();
  expect([answer.statusCode, answer.statusMessage]).toEqual([403, 'Forbidden: nobody is there']);
});

it('says so when the process does not answer', async () => {
  const socket = aSocket();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await aDoor(socket, { kind: 'open', localPort: port });
  const { answer, stream } = await through(socket);
  stream.destroy();
  expect([answer.statusCode, answer.statusMessage]).toEqual([502, expect.stringContaining('ECONNREFUSED')]);
});

it('can be opened by its own user alone, and leaves nothing else in its folder', async () => {
  const socket = aSocket();
  await aDoor(socket, await anEcho());
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(socket, '..'))).toEqual(['door']);
});

it('works again after a restart, whatever the one before left', async () => {
  const socket = aSocket();
  const way = await anEcho();
  const before = await aDoor(socket, { kind: 'refused', reason: 'old' });
  await aDoor(socket, way);
  expect(await echoed(socket)).toBe('hello');
  await before.close();
  expect(await echoed(socket)).toBe('hello');
});

it('ends what goes through it when it closes', async () => {
  const socket = aSocket();
  const door = await aDoor(socket, await anEcho());
  const { stream } = await through(socket);
  const ended = once(stream, 'close');
  stream.resume().on('error', () => undefined);
  await door.close();
  await ended;
  await expect(through(socket)).rejects.toThrow();
});
