/** Appends records to a new file in the order they are given, compressed on other threads while the next ones are made. */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, zstdCompress } from 'node:zlib';
import type { RecordPlace } from './format.ts';

const compress = promisify(zstdCompress);
/** A third of the time of the usual level, for one percent more. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Bytes that may wait for being compressed and written. */
const WAITING = 4 * 1024 * 1024;

/** One file that is being written. A failure comes out of `ready` and `finished`, never of `add`. */
export class RecordWriter {
  /** Of everything written so far. */
  crc = 0;
  private readonly file: FileHandle;
  private position: number;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
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
    this.enqueue(compress(record, { ...FAST, pledgedSrcSize: record.length }), record.length, placed);
  }

  /** A record as another file of ours holds it. */
  addPacked(packed: Buffer, placed: (place: RecordPlace) => void): void {
    this.enqueue(Promise.resolve(packed), packed.length, placed);
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

  private enqueue(packing: Promise<Buffer>, size: number, placed: (place: RecordPlace) => void): void {
    this.waiting += size;
    const before = this.last;
    this.last = Promise.all([packing, before])
      .then(([packed]) => this.write(packed, placed))
      .catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.waiting -= size;
      });
  }

  private async write(packed: Buffer, placed: (place: RecordPlace) => void): Promise<void> {
    await this.file.write(packed, 0, packed.length, this.position);
    placed([this.position, packed.length, crc32(packed)]);
    this.position += packed.length;
    this.crc = crc32(packed, this.crc);
  }
}
