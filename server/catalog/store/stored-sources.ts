/** What the cache knows of each source: a small file that says which index is the source's content. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { at, optional } from '#lib/base/loose.ts';
import type { CatalogRef } from '../catalog-ref.ts';
import { isSameSource, type CachedSource } from './catalog-cache.ts';
import { writeWhole } from './write-whole.ts';

const NAME = /^[0-9a-f]{1,64}$/;

/** The file of one source. */
export interface StoredSource {
  ref: CatalogRef;
  address: string;
  uid?: string;
  version: string;
  readAt: number;
  /** Name of the index. */
  index: string;
  /** Name of the folder it was read from, when the cache keeps that. */
  folder?: string;
}

/** By hand: it is read before anything that could do it is loaded. */
function sourceIn(value: unknown): StoredSource | undefined {
  const text = (...path: string[]): string | undefined => {
    const found = at(value, ...path);
    return typeof found === 'string' ? found : undefined;
  };
  const [namespace, name] = [text('ref', 'namespace'), text('ref', 'name')];
  const [address, version, index] = [text('address'), text('version'), text('index')];
  const readAt = at(value, 'readAt');
  const isWhole =
    namespace !== undefined && name !== undefined && address !== undefined && version !== undefined;
  if (!isWhole || typeof readAt !== 'number' || index === undefined) return undefined;
  const [uid, folder] = [text('uid'), text('folder')];
  if (![index, folder].every((one) => one === undefined || NAME.test(one))) return undefined;
  return { ref: { namespace, name }, address, version, readAt, index, ...optional({ uid, folder }) };
}

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
    return sourceIn(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
