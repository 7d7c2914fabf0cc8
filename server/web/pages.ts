/** Next, as a handler behind the front server. */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { putListsBelow } from './base-path.ts';
import type { NextHandler } from './front.ts';
import { hostsOf } from './gate.ts';

/** Next, ready to answer. */
export interface Pages {
  handle: NextHandler;
}

/** There is no build; the message says how to make one. */
export class PagesNotBuiltError extends Error {
  override readonly name = 'PagesNotBuiltError';

  constructor() {
    super('The pages of the console have not been built. Build them with: npm run build');
  }
}

/** Where the pages are, and behind which server they stand. */
export interface PagesOptions {
  /** Folder with `next.config.ts`, `app/` and the build. */
  root: string;
  dev: boolean;
  server: Server;
  host: string;
  /** The name by which browsers come. */
  hostName: string;
  port: number;
  /** Empty, or the path that all addresses begin with. */
  basePath: string;
}

/** @throws PagesNotBuiltError */
export async function startNext(options: PagesOptions): Promise<Pages> {
  if (!options.dev && !existsSync(join(options.root, '.next', 'BUILD_ID'))) throw new PagesNotBuiltError();
  // Read by Next when it is loaded, so it is set before.
  Object.assign(process.env, {
    NODE_ENV: options.dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    // Asked for by components/data/base-path.ts.
    CAPSTAN_BASE_PATH: options.basePath,
  });
  if (!options.dev) process.env[builtConfig] = configOfBuild(options.root, options.basePath);
  if (options.basePath !== '') putListsBelow(options.basePath, options.root);
  const { default: next } = await import('next');
  const app = next({ dev: options.dev, dir: options.root, hostname: options.host, port: options.port });
  await app.prepare();
  // Not for the programs that this process starts.
  Reflect.deleteProperty(process.env, builtConfig);
  if (options.dev) {
    const upgrade = app.getUpgradeHandler();
    passReloads(options, (request, socket, head) => upgrade(request, socket, head));
  }
  const handle = app.getRequestHandler();
  return { handle: (request, response) => handle(request, response) };
}

const builtConfig = '__NEXT_PRIVATE_STANDALONE_CONFIG';

/**
 * The configuration as the build resolved it. Given it, Next does not read `next.config.ts`, which takes a compiler and
 * 25 MB; and a copied standalone folder has no such file. Its generated `server.js` does the same.
 * @param basePath where browsers find what the build made for them
 */
function configOfBuild(root: string, basePath: string): string {
  const written: unknown = JSON.parse(
    readFileSync(join(root, '.next', 'required-server-files.json'), 'utf8'),
  );
  const config =
    typeof written === 'object' &&
    written !== null &&
    'config' in written &&
    typeof written.config === 'object'
      ? written.config
      : {};
  return JSON.stringify({ ...config, assetPrefix: basePath });
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** The development server tells the browser over a WebSocket what changed. Production has no upgrades at all. */
function passReloads({ server, hostName, port }: PagesOptions, upgrade: Upgrade): void {
  const hosts = hostsOf(hostName, port);
  server.on('upgrade', (request, socket: Duplex, head) => {
    const { host, origin } = request.headers;
    if (host === undefined || !hosts.has(host) || origin !== `http://${host}`) {
      socket.destroy();
      return;
    }
    void upgrade(request, socket, head);
  });
}
