/** The door itself: takes CONNECT on a Unix socket and joins it to the process that stands behind the address. */
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Way } from './way.ts';

export interface DoorOptions {
  /** Path of the socket. One that an earlier door left there is replaced. */
  readonly socket: string;
  /** Asked anew for each connection: processes come and go. */
  readonly wayTo: (authority: string) => Way;
  /** Takes what is meant for kubelets; without it, that is refused. */
  readonly kubelet?: (connection: Duplex) => void;
}

export interface Door {
  /** Ends all connections through it; resolves when nothing listens any more. */
  close(): Promise<void>;
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** Resolves when the socket takes connections; only its own user can open it. */
export async function openDoor({ socket, wayTo, kubelet }: DoorOptions): Promise<Door> {
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => {
    response.writeHead(405, { 'content-type': 'text/plain' }).end('This door takes CONNECT only.\n');
  });
  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  server.on('connect', ({ url = '' }, client, head) => {
    const way = wayTo(url);
    if (way.kind === 'open') lead(client, head, way.localPort);
    else if (way.kind === 'refused') answer(client, '403 Forbidden', way.reason);
    else if (kubelet === undefined) answer(client, '403 Forbidden', 'no kubelet is served here');
    else {
      client.on('error', () => client.destroy());
      client.write(ESTABLISHED);
      client.unshift(head);
      kubelet(client);
    }
  });
  await listenAt(server, socket);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}

/**
 * Made in a folder that nobody else may enter, and moved when its rights are right: at no moment can another user open
 * it, and what an earlier door left is replaced in one step.
 */
async function listenAt(server: Server, socket: string): Promise<void> {
  const folder = mkdtempSync(join(dirname(socket), '.d'));
  const scratch = join(folder, 's');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(scratch, resolve);
    });
    chmodSync(scratch, 0o600);
    renameSync(scratch, socket);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lead(client: Duplex, head: Buffer, localPort: number): void {
  const process = connect({ host: '127.0.0.1', port: localPort });
  client.on('error', () => process.destroy());
  client.once('close', () => process.destroy());
  const failed = (error: Error): void => {
    answer(client, '502 Bad Gateway', `the process does not answer: ${error.message}`);
  };
  process.once('error', failed);
  process.once('connect', () => {
    process.off('error', failed);
    process.on('error', () => client.destroy());
    client.write(ESTABLISHED);
    process.write(head);
    client.pipe(process).pipe(client);
  });
}

/** The API server shows the status line alone to people, so the reason stands there as well. */
function answer(client: Duplex, status: string, reason: string): void {
  const line = reason.replaceAll(/[^\x20-\x7e]/g, '?');
  client.on('error', () => client.destroy());
  client.end(
    `HTTP/1.1 ${status}: ${line}\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: ${String(line.length)}\r\n\r\n${line}`,
  );
}
