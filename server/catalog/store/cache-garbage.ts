/** Removes what no source of the cache refers to. */
import type { Stats } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned } from './fetch-names.ts';

/** Another process may be about to refer to what it has just written, or be fetching into a folder: nothing young goes. */
const INDEX_AGE_MS = 10 * 60_000;
const FOLDER_AGE_MS = 60 * 60_000;

/** Two folders of the cache, and what in them is still wanted. */
export interface Garbage {
  indexes: string;
  folders: string;
  /** Names that are referred to. */
  keep: ReadonlySet<string>;
  /** Unix ms. */
  now: number;
}

/** Removes what is neither wanted nor young, and folders whose process is gone. */
export async function collectGarbage(garbage: Garbage): Promise<void> {
  const { indexes, folders, keep, now } = garbage;
  await removeOld(indexes, keep, now - INDEX_AGE_MS);
  await removeOld(folders, keep, now - FOLDER_AGE_MS, isAbandoned);
}

/** Of folders that may go, the first go until the rest is no larger than that. */
export async function keepWithin(most: number, folders: readonly string[]): Promise<void> {
  const sizes = await Promise.all(folders.map(bytesIn));
  let used = sizes.reduce((sum, size) => sum + size, 0);
  for (const [index, folder] of folders.entries()) {
    if (used <= most) return;
    await rm(folder, { recursive: true, force: true });
    used -= sizes[index] ?? 0;
  }
}

/** In bytes, of a file or of all in a folder. */
export async function bytesIn(path: string): Promise<number> {
  return (await infosIn(path)).reduce((sum, { size }) => sum + size, 0);
}

async function removeOld(
  folder: string,
  keep: ReadonlySet<string>,
  before: number,
  isOver: (name: string) => boolean = () => false,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => !keep.has(candidate))) {
    const path = join(folder, name);
    if (isOver(name) || (await youngest(path)) < before) await rm(path, { recursive: true, force: true });
  }
}

/** When something in it was last written, unix ms. */
async function youngest(path: string): Promise<number> {
  return Math.max(0, ...(await infosIn(path)).map(({ mtimeMs }) => mtimeMs));
}

async function infosIn(path: string): Promise<Stats[]> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const infos = await Promise.all(
    [path, ...names.map((name) => join(path, name))].map((file) => stat(file).catch(() => undefined)),
  );
  return infos.filter((info) => info !== undefined);
}
