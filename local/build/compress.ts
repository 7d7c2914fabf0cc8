/** Compresses what the build made for browsers, once and as well as can be, so that no process has to. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

const compressible: ReadonlySet<string> = new Set(['.css', '.js', '.json', '.svg', '.txt', '.wasm']);

/**
 * Puts `FILE.br` beside each file of the folder that brotli is made for. What earlier builds have compressed is taken from
 * the cache: most files stay the same from one build to the next.
 */
export async function compressFolder(folder: string, cache: string): Promise<void> {
  const before = existsSync(cache) ? new Set(readdirSync(cache)) : new Set<string>();
  mkdirSync(cache, { recursive: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const used = new Set(await Promise.all(files.map((file) => compressFile(file, cache))));
  for (const old of before) if (!used.has(old)) rmSync(join(cache, old), { force: true });
}

/** Resolves to the name of its copy in the cache. */
async function compressFile(file: string, cache: string): Promise<string> {
  const bytes = await readFile(file);
  const name = `${createHash('sha256').update(bytes).digest('hex')}.br`;
  const kept = join(cache, name);
  if (!existsSync(kept)) {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    // Written aside first: a cut-off file must not be taken for a whole one later.
    await writeFile(`${kept}.new`, await compress(bytes, { params }));
    renameSync(`${kept}.new`, kept);
  }
  await copyFile(kept, `${file}.br`);
  return name;
}
