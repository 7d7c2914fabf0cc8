/**
 * Manifests in memory, by digest: all that is read is kept compressed, what was asked for lately also unpacked. What a
 * catalog no longer holds stays until newer content needs the room, so that a plan made before can still be carried out.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { KubeObject } from '#lib/k8s/object.ts';
import { canonicalLines, digestOf } from './digest.ts';
import { limits } from './limits.ts';
import { isKubeObject } from './manifests.ts';
import { Recent } from './recent.ts';

export class Contents {
  private readonly packed = new Recent<Buffer>(limits.packedContents);
  private readonly unpacked = new Recent<readonly KubeObject[]>(limits.unpackedContents);

  /** Returns the digest. */
  add(objects: readonly KubeObject[]): string {
    const lines = canonicalLines(objects);
    const digest = digestOf(lines);
    if (this.packed.get(digest) === undefined) {
      const packed = zstdCompressSync(lines);
      this.packed.set(digest, packed, packed.length);
    }
    return digest;
  }

  get(digest: string): readonly KubeObject[] | undefined {
    const ready = this.unpacked.get(digest);
    const packed = ready === undefined ? this.packed.get(digest) : undefined;
    if (packed === undefined) {
      return ready;
    }
    const lines = zstdDecompressSync(packed).toString();
    const objects = lines
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line))
      .filter(isKubeObject);
    this.unpacked.set(digest, objects, lines.length);
    return objects;
  }
}
