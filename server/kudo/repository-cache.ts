/** Archives that were fetched of repositories, on disk by their digest. Several processes may share them. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepWithin } from '../catalog/store/cache-garbage.ts';
import { writeWhole } from '../catalog/store/write-whole.ts';

/** Some hundred packages. */
const MOST_BYTES = 256 * 1024 * 1024;

/** SHA-256 in hexadecimal digits. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A folder that is made when something is kept. What is damaged is as if it were not there. */
export class RepositoryCache {
  readonly #folder: string;
  readonly #most: number;

  constructor(folder: string, most = MOST_BYTES) {
    this.#folder = folder;
    this.#most = most;
  }

  async archive(digest: string): Promise<Buffer | undefined> {
    const bytes = await readFile(this.#archivePath(digest)).catch(() => undefined);
    return bytes !== undefined && digestOfBytes(bytes) === digest ? bytes : undefined;
  }

  async keepArchive(digest: string, bytes: Buffer): Promise<void> {
    await this.#keep(this.#archivePath(digest), bytes);
  }

  #archivePath(digest: string): string {
    return join(this.#folder, `package-${digest}.tgz`);
  }

  /** A disk that is full costs the next fetch, not this one. */
  async #keep(path: string, content: string | Uint8Array): Promise<void> {
    try {
      await writeWhole(path, content);
      await keepWithin(this.#most, await this.#oldestFirst());
    } catch {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  async #oldestFirst(): Promise<string[]> {
    const paths = (await readdir(this.#folder)).map((name) => join(this.#folder, name));
    const ages = await Promise.all(
      paths.map(async (path) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    return ages.sort((left, right) => left.at - right.at).map(({ path }) => path);
  }
}
