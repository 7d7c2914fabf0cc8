/**
 * Manifests of bundles on disk (OLM 83), by the digest of their content. What is read is checked against the digest; what was used
 * least lately goes when the room is needed.
 */
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { isManifest, type KubeObject } from '#lib/k8s/object.ts';
import { digestOf, linesWithin } from '../read/digest.ts';
import { limits } from '../read/limits.ts';
import { Recent } from './recent.ts';
import { writeWhole } from './write-whole.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Manifests as they are stored. */
export interface PackedContent {
  /** `sha256:<hex>` of the manifests. */
  digest: string;
  packed: Uint8Array;
}

/** Undefined for more than is kept of one bundle. */
export async function packContent(objects: readonly KubeObject[]): Promise<PackedContent | undefined> {
  const lines = linesWithin(objects, limits.bundle);
  return lines && { digest: digestOf(lines), packed: await compress(lines) };
}

/**
 * A folder of manifests, at most `capacity` bytes of it. Only `putPacked` rejects, when the disk does not take them.
 */
export class ContentStore {
  private readonly folder: string;
  private readonly capacity: number;
  private readonly unpacked = new Recent<readonly KubeObject[]>(limits.unpackedContents);
  /** What the disk did not take: an install that has it goes on. */
  private readonly unwritten = new Recent<Uint8Array>(limits.unwrittenContents);

  constructor(folder: string, capacity: number = limits.storedContents) {
    this.folder = folder;
    this.capacity = capacity;
  }

  /** Kept for a while even where the disk is full or may not be written. */
  async put({ digest, packed }: PackedContent): Promise<void> {
    try {
      await this.putPacked(digest, () => packed);
    } catch {
      this.unwritten.set(digest, packed, packed.length);
    }
  }

  /** @param pack asked only when the manifests are not there yet */
  async putPacked(digest: string, pack: () => Uint8Array): Promise<void> {
    const file = this.fileOf(digest);
    if (file === undefined || (await touch(file))) return;
    await writeWhole(file, pack());
  }

  /** Undefined when it is not there, or not what its name says. */
  async get(digest: string): Promise<readonly KubeObject[] | undefined> {
    const known = this.unpacked.get(digest);
    if (known !== undefined) return known;
    const unwritten = this.unwritten.get(digest);
    if (unwritten !== undefined) return this.unpack(digest, unwritten);
    const file = this.fileOf(digest);
    if (file === undefined || !(await touch(file))) return undefined;
    const objects = await this.unpack(digest, await readFile(file).catch(() => Buffer.alloc(0)));
    if (objects === undefined) await rm(file, { force: true });
    return objects;
  }

  /** Undefined when it is not what the digest says. */
  async unpack(digest: string, packed: Uint8Array): Promise<readonly KubeObject[] | undefined> {
    const bytes = await decompress(packed, { maxOutputLength: limits.bundle }).catch(() => undefined);
    const lines = bytes?.toString() ?? '';
    if (digestOf(lines) !== digest) return undefined;
    const objects = lines
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line))
      .filter(isManifest);
    this.unpacked.set(digest, objects, lines.length);
    return objects;
  }

  /** Makes room. What cannot be deleted now is found again. */
  async collect(): Promise<void> {
    const files = await this.files();
    let used = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (used <= this.capacity) return;
      await rm(file, { force: true }).catch(() => undefined);
      used -= size;
    }
  }

  private async files(): Promise<{ file: string; size: number; usedAt: number }[]> {
    const names = await readdir(this.folder, { recursive: true }).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const file = join(this.folder, name);
        const info = await stat(file).catch(() => undefined);
        return info?.isFile() === true ? [{ file, size: info.size, usedAt: info.mtimeMs }] : [];
      }),
    );
    return found.flat();
  }

  private fileOf(digest: string): string | undefined {
    if (!DIGEST.test(digest)) return undefined;
    const hex = digest.slice('sha256:'.length);
    return join(this.folder, hex.slice(0, 2), `${hex.slice(2)}.zst`);
  }
}

/** Marks as used; false when there is no such file. */
async function touch(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    () => false,
  );
}
