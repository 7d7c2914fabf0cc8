/**
 * Keeps CSV summaries small. A catalog of 7,000 bundles carries 130 MB of descriptions and examples of which a page shows
 * one at a time: summaries are stored compressed, many versions of a package together because they repeat each other.
 */
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import type { CsvSummary } from '#lib/olm/catalog.ts';
import { isJsonObject } from '#lib/olm/loose.ts';

/** JSON of the summaries of one block before compression, in UTF-16 units. */
const BLOCK = 2 * 1024 * 1024;
/** Blocks kept unpacked; one package's pages touch one or two. */
const UNPACKED = 4;

interface Block {
  packed?: Buffer;
  pending?: string[];
}

// Written by us a moment ago, so only the frame is checked.
const Summary = z.custom<CsvSummary>(isJsonObject);
const Texts = z.array(z.string());

export class SummaryStore {
  private block: Block = { pending: [] };
  private group = '';
  private size = 0;
  private readonly unpacked = new Map<Block, string[]>();

  /** Takes a summary in; the function returned brings it back. @param group summaries of one group are stored together */
  add(group: string, summary: CsvSummary): () => CsvSummary {
    if (group !== this.group || this.size > BLOCK) {
      this.seal();
      this.group = group;
    }
    const { block } = this;
    const text = JSON.stringify(summary);
    block.pending ??= [];
    const index = block.pending.push(text) - 1;
    this.size += text.length;
    return () => this.read(block, index);
  }

  /** Compresses what was taken in last; call it when no more follow. */
  seal(): void {
    const { pending } = this.block;
    if (pending !== undefined && pending.length > 0) {
      const options = {
        params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 22 },
      };
      this.block.packed = zstdCompressSync(Buffer.from(JSON.stringify(pending)), options);
      delete this.block.pending;
    }
    this.block = { pending: [] };
    this.size = 0;
  }

  private read(block: Block, index: number): CsvSummary {
    const texts = block.pending ?? this.unpack(block);
    return Summary.parse(JSON.parse(texts[index] ?? ''));
  }

  private unpack(block: Block): string[] {
    const known = this.unpacked.get(block);
    const texts =
      known ?? Texts.parse(JSON.parse(zstdDecompressSync(block.packed ?? Buffer.alloc(0)).toString()));
    this.unpacked.delete(block);
    this.unpacked.set(block, texts);
    const [oldest] = this.unpacked.keys();
    if (this.unpacked.size > UNPACKED && oldest !== undefined) {
      this.unpacked.delete(oldest);
    }
    return texts;
  }
}
