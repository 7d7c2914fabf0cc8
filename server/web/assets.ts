/** Next's build output under `/_next/static/`: hashed names, so cached for good, and compressed once per process. */
import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { IncomingMessage, ServerResponse } from 'node:http';

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

/**
 * The files are listed once: a request selects from that list and never becomes a path, so there is nothing to
 * traverse.
 */
export async function loadAssets(directory: string): Promise<Assets> {
  const files = new Map<string, string>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/_next/static${file.slice(directory.length).replaceAll('\\', '/')}`, file);
  }
  const compressed = new Map<string, Promise<Buffer>>();
  return async (request, response, path) => {
    const file = files.get(decode(path));
    if (file === undefined) return false;
    await sendAsset(request, response, { file, compressed });
    return true;
  };
}

async function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  { file, compressed }: { file: string; compressed: Map<string, Promise<Buffer>> },
): Promise<void> {
  const extension = extname(file);
  response.setHeader('content-type', contentTypes[extension] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  if (!compressible.has(extension)) {
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
    return;
  }
  response.setHeader('vary', 'accept-encoding');
  const brotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (brotli) response.setHeader('content-encoding', 'br');
  const bytes = brotli ? await compressedOnce(file, compressed) : await readFile(file);
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** One compression per file and process, shared by requests that come while it runs. */
function compressedOnce(file: string, compressed: Map<string, Promise<Buffer>>): Promise<Buffer> {
  const known = compressed.get(file);
  if (known !== undefined) return known;
  const made = readFile(file).then((bytes) =>
    compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  );
  compressed.set(file, made);
  made.catch(() => compressed.delete(file));
  return made;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
