import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAssets } from './assets.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let folder = '';
let server: Server;
let port = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-assets-'));
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'chunks', 'built.js'), script);
  writeFileSync(join(folder, 'chunks', 'built.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'chunks', 'plain.js'), script);
  for (const name of ['loader.js', 'loader.js.br']) {
    const text = 'const base = "/_next/";';
    writeFileSync(join(folder, 'chunks', name), name.endsWith('.br') ? brotliCompressSync(text) : text);
  }
  writeFileSync(join(folder, 'chunks', 'a b~1.css'), 'a{}');
  writeFileSync(join(folder, 'font.woff2'), Buffer.alloc(3000, 7));
  writeFileSync(join(folder, '..', 'outside.js'), 'secret');
  const [atRoot, below] = [await loadAssets(folder), await loadAssets(folder, '/tools/capstan')];
  server = createServer((request, response) => {
    const assets = request.headers.host === 'below' ? below : atRoot;
    void assets(request, response, request.url ?? '').then((known) => {
      if (!known) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '..', 'outside.js'));
});

async function get(
  path: string,
  { method = 'GET', encoding = 'gzip, deflate, br, zstd', host = 'root' } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  const headers = { 'accept-encoding': encoding, host };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port, path: `/_next/static${path}`, method, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(Buffer.from(chunk as Uint8Array));
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
}

it.each(['br', 'identity'])('puts what scripts name below the base path: %s', async (encoding) => {
  const moved = await get('/chunks/loader.js', { encoding, host: 'below' });
  const text = encoding === 'br' ? brotliDecompressSync(moved.body) : moved.body;
  expect(text.toString()).toBe('const base = "/tools/capstan/_next/";');
  expect(moved.headers['content-length']).toBe(String(moved.body.length));
  expect((await get('/chunks/loader.js', { encoding: '' })).body.toString()).toBe('const base = "/_next/";');
  expect((await get('/chunks/built.js', { encoding: '', host: 'below' })).body.toString()).toBe(script);
});

it.each(['built', 'plain'])('sends %s.js compressed, to be kept for good', async (name) => {
  const { headers, body } = await get(`/chunks/${name}.js`);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

it('sends the copy that the build made, as it is', async () => {
  expect((await get('/chunks/built.js')).body).toEqual(brotliCompressSync(script));
});

it.each(['', 'gzip', 'gzip;q=1.0, identity'])('sends it as it is to who accepts "%s"', async (encoding) => {
  const { headers, body } = await get('/chunks/built.js', { encoding });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe(script);
});

it('compresses no font', async () => {
  const { headers, body } = await get('/font.woff2');
  expect(headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '3000' });
  expect([headers['content-encoding'], body.length]).toEqual([undefined, 3000]);
});

it('answers HEAD with the length and nothing more', async () => {
  const head = await get('/chunks/built.js', { method: 'HEAD' });
  expect(head.headers['content-length']).toBe(String(brotliCompressSync(script).length));
  expect(head.body.length).toBe(0);
});

it('finds names that a browser has to encode', async () => {
  expect((await get('/chunks/a%20b~1.css')).status).toBe(200);
});

it.each(['/chunks/built.js.br', '/../outside.js', '/%2e%2e/outside.js', '/..%2foutside.js', '/chunks', '/%'])(
  'knows nothing of %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);
