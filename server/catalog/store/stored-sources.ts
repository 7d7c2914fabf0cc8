/** What the cache knows of each source: a small file that says which index is the source's content. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameSource, type CachedSource } from './catalog-cache.ts';
import { writeWhole } from './write-whole.ts';

const name = /^[0-9a-f]{1,64}$/;

const StoredSource = z.object({
  ref: z.object({ namespace: z.string(), name: z.string() }),
  address: z.string(),
  uid: z.string().exactOptional(),
  version: z.string(),
  readAt: z.number(),
  /** Name of the index. */
  index: z.string().regex(name),
  /** Name of the folder it was read from, when the cache keeps that. */
  folder: z.string().regex(name).optional(),
});
/** The file of one source. */
export type StoredSource = z.infer<typeof StoredSource>;

/** One file for each source; a file that is torn counts as absent. */
export class StoredSources {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What cannot be read is left out. */
  async list(): Promise<StoredSource[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((file) => file.endsWith('.json'));
    const sources = await Promise.all(names.map((file) => read(join(this.folder, file))));
    return sources.filter((source) => source !== undefined);
  }

  /** Undefined when there is nothing of that source at that address. */
  async get(source: CachedSource): Promise<StoredSource | undefined> {
    const stored = await read(this.fileOf(source));
    const same =
      isSameSource(stored, source) &&
      stored !== undefined &&
      stored.ref.name === source.ref.name &&
      stored.ref.namespace === source.ref.namespace;
    return same ? stored : undefined;
  }

  async set(source: StoredSource): Promise<void> {
    await writeWhole(this.fileOf(source), JSON.stringify(source));
  }

  async delete(source: CachedSource): Promise<void> {
    await rm(this.fileOf(source), { force: true });
  }

  private fileOf(source: CachedSource): string {
    return join(this.folder, `${sourceKey(source)}.json`);
  }
}

/** 32 hex digits, the same for the same source. */
export function sourceKey({ ref, address, uid }: CachedSource): string {
  const text = JSON.stringify([ref.namespace, ref.name, address, ...(uid === undefined ? [] : [uid])]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function read(file: string): Promise<StoredSource | undefined> {
  try {
    return StoredSource.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
