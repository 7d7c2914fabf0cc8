/** A plain web server of this machine, which answers as a test wants. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands at a path: its bytes, or how it is answered. */
export type ServedFile = string | Buffer | ((response: ServerResponse, headers: IncomingHttpHeaders) => void);

/** Where it is, what was asked of it, and what it serves: paths may be added and taken away. */
export interface FileServer extends AsyncDisposable {
  url: string;
  asked: string[];
  files: Map<string, ServedFile>;
}

/** Sends without end, as fast as it is taken. */
export const endless = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(65_536, '#');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

/** Whatever is no file is answered with 404. */
export async function fileServer(files: Readonly<Record<string, ServedFile>> = {}): Promise<FileServer> {
  const served = new Map(Object.entries(files));
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const file = served.get(url);
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === 'function') file(response, headers);
    else response.end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port; only pipes have a string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    files: served,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
