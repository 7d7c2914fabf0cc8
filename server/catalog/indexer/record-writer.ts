/**
 * Appends records to a new file in the order they are given. They are compressed at once: at this level that takes less time
 * than to have another thread do it.
 */
import type { FileHandle } from 'node:fs/promises';
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import type { RecordPlace } from './format.ts';

/** A third of the time of the usual level, for one percent more. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Bytes that may wait for being written. */
const WAITING = 4 * 1024 * 1024;

/** One file that is being written. A failure comes out of `ready` and `finished`, never of `add`. */
export class RecordWriter {
  /** Of everything written so far. */
  crc = 0;
  private readonly file: FileHandle;
  private position: number;
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();
  private failure: Error | undefined;

  /** @param start where the first record goes */
  constructor(file: FileHandle, start: number) {
    this.file = file;
    this.position = start;
  }

  /** Where the next record goes, once all is written. */
  get end(): number {
    return this.position;
  }

  /** Told of the place once the record is written. */
  add(record: Buffer, placed: (place: RecordPlace) => void): void {
    this.addPacked(zstdCompressSync(record, { ...FAST, pledgedSrcSize: record.length }), placed);
  }

  /** A record as another file of ours holds it. */
  addPacked(packed: Buffer, placed: (place: RecordPlace) => void): void {
    this.waiting += packed.length;
    this.last = this.last
      .then(() => this.write(packed, placed))
      .catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.waiting -= packed.length;
      });
  }

  /** Resolves when there is room for more; rejects when something could not be written. */
  async ready(): Promise<void> {
    if (this.waiting > WAITING) await this.last;
    if (this.failure !== undefined) throw this.failure;
  }

  /** Resolves when all is written. */
  async finished(): Promise<void> {
    await this.last;
    if (this.failure !== undefined) throw this.failure;
  }

  private async write(packed: Buffer, placed: (place: RecordPlace) => void): Promise<void> {
    await this.file.write(packed, 0, packed.length, this.position);
    placed([this.position, packed.length, crc32(packed)]);
    this.position += packed.length;
    this.crc = crc32(packed, this.crc);
  }
}
