/**
 * Real catalogs and bundles that lie beside the repository on machines that have them; they are not ours to copy into it.
 * Tests that need them skip, and say so, where they are absent.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const data = join(import.meta.dirname, '../../../shared/data');

/** Path of a file, or undefined where it is absent, which is then said on the console. */
export function sharedData(name: string): string | undefined {
  const path = join(data, name);
  if (existsSync(path)) {
    return path;
  }
  process.stderr.write(`SKIPPED: tests of real data, because shared/data/${name} is absent\n`);
  return undefined;
}

export interface Extracted extends AsyncDisposable {
  path: string;
}

/** Unpacks an archive into a temporary directory. */
export async function extract(archive: string): Promise<Extracted> {
  const path = await mkdtemp(join(tmpdir(), 'capstan-data-'));
  await promisify(execFile)('tar', ['-xzf', archive, '-C', path]);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
