/** Removes what no source of the cache refers to. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process may be about to refer to what it has just written, or be fetching into a folder: nothing young goes. */
const INDEX_AGE_MS = 10 * 60_000;
const FOLDER_AGE_MS = 60 * 60_000;

export interface Garbage {
  indexes: string;
  folders: string;
  /** Names that are referred to. */
  keep: ReadonlySet<string>;
  /** Unix ms. */
  now: number;
}

export async function collectGarbage({ indexes, folders, keep, now }: Garbage): Promise<void> {
  await removeOld(indexes, keep, now - INDEX_AGE_MS);
  await removeOld(folders, keep, now - FOLDER_AGE_MS);
}

async function removeOld(folder: string, keep: ReadonlySet<string>, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => !keep.has(candidate))) {
    const path = join(folder, name);
    if ((await youngest(path)) < before) await rm(path, { recursive: true, force: true });
  }
}

/** When something in it was last written, unix ms. */
async function youngest(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const infos = await Promise.all(
    [path, ...names.map((name) => join(path, name))].map((file) => stat(file).catch(() => undefined)),
  );
  return Math.max(0, ...infos.map((info) => info?.mtimeMs ?? 0));
}
