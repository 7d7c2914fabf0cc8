/** Next's build output under `/_next/static/`: hashed names, so cached for good; compressed by the build (local/build). */
import { createReadStream } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { IncomingMessage, ServerResponse } from 'node:http';

import { putBelow } from './base-path.ts';

const compress = promisify(brotliCompress);

/** Answers and returns true when the path is a known asset. */
export type Assets = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const compressible: ReadonlySet<string> = new Set(['.css', '.js', '.json', '.map', '.svg', '.txt', '.wasm']);

/** A file of the build and, where the build made one, its copy compressed by brotli. */
interface Asset {
  file: string;
  compressed?: string;
  /** What is sent in the place of both. */
  moved?: { plain: Buffer; compressed: Buffer };
}

/**
 * The files are listed once: a request selects from that list and never becomes a path, so there is nothing to
 * traverse.
 * @param basePath below which the scripts find each other
 */
export async function loadAssets(directory: string, basePath = ''): Promise<Assets> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const assets = new Map<string, Asset>();
  for (const file of files) {
    if (file.endsWith('.br') && files.has(file.slice(0, -3))) continue;
    const path = `/_next/static${file.slice(directory.length).replaceAll('\\', '/')}`;
    assets.set(path, files.has(`${file}.br`) ? { file, compressed: `${file}.br` } : { file });
  }
  if (basePath !== '') await Promise.all([...assets.values()].map((asset) => move(asset, basePath)));
  return async (request, response, path) => {
    const asset = assets.get(decode(path));
    if (asset === undefined) return false;
    await sendAsset(request, response, asset);
    return true;
  };
}

/** The few that name others by their addresses; their own differ with the base path, so browsers keep the right one. */
async function move(asset: Asset, basePath: string): Promise<void> {
  if (extname(asset.file) !== '.js') return;
  const built = await readFile(asset.file, 'utf8');
  const moved = putBelow(basePath, built);
  if (moved === built) return;
  const plain = Buffer.from(moved);
  asset.moved = { plain, compressed: await compressNow(plain, MOVED_QUALITY) };
}

async function sendAsset(request: IncomingMessage, response: ServerResponse, asset: Asset): Promise<void> {
  const extension = extname(asset.file);
  response.setHeader('content-type', contentTypes[extension] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  if (!compressible.has(extension)) return sendFile(request, response, asset.file);
  response.setHeader('vary', 'accept-encoding');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
    if (asset.moved !== undefined) {
      sendBytes(request, response, asset.moved.plain);
      return;
    }
    return sendFile(request, response, asset.file);
  }
  response.setHeader('content-encoding', 'br');
  if (asset.moved !== undefined) {
    sendBytes(request, response, asset.moved.compressed);
    return;
  }
  if (asset.compressed !== undefined) return sendFile(request, response, asset.compressed);
  sendBytes(request, response, await compressNow(await readFile(asset.file), QUICK_QUALITY));
}

function sendBytes(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  response.setHeader('content-length', (await stat(file)).size);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = createReadStream(file);
  stream.on('error', () => response.destroy());
  // A browser that leaves must not keep the file open.
  response.once('close', () => stream.destroy());
  stream.pipe(response);
}

/** For a build by Next's own command, which leaves no compressed files; quick rather than small. */
const QUICK_QUALITY = 5;
/** For what is compressed once, at the start. */
const MOVED_QUALITY = 9;

async function compressNow(bytes: Buffer, quality: number): Promise<Buffer> {
  return compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
