import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressFolder } from './compress.ts';

let root = '';
let folder = '';
let cache = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capstan-compress-'));
  [folder, cache] = [join(root, 'static'), join(root, 'cache')];
  mkdirSync(join(folder, 'chunks'), { recursive: true });
  writeFileSync(join(folder, 'chunks', 'a.js'), 'a'.repeat(5000));
  writeFileSync(join(folder, 'font.woff2'), 'font');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

it('puts a smaller copy beside what can be compressed, and nothing else', async () => {
  await compressFolder(folder, cache);
  const copy = readFileSync(join(folder, 'chunks', 'a.js.br'));
  expect(copy.length).toBeLessThan(100);
  expect(brotliDecompressSync(copy).toString()).toBe('a'.repeat(5000));
  expect(readdirSync(folder).sort()).toEqual(['chunks', 'font.woff2']);
});

it('compresses an unchanged file only once, and forgets what no file needs', async () => {
  await compressFolder(folder, cache);
  const [kept = ''] = readdirSync(cache);
  const made = statSync(join(cache, kept)).mtimeMs;
  writeFileSync(join(folder, 'chunks', 'b.js'), 'b'.repeat(5000));
  await compressFolder(folder, cache);
  expect(statSync(join(cache, kept)).mtimeMs).toBe(made);
  rmSync(join(folder, 'chunks'), { recursive: true });
  await compressFolder(folder, cache);
  expect(readdirSync(cache)).toEqual([]);
});
