/** Reads an index: opened, it stays readable when its file is deleted or replaced. */
import { closeSync, openSync, readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { decodeHeader, HEADER_BYTES, type Head, type Header, type RecordPlace } from './format.ts';

const CHUNK = 1024 * 1024;

/** Closes files that were forgotten. */
const forgotten = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/** An index whose head was found whole when it was opened; what is damaged of the rest is told record by record. */
export class IndexFile {
  readonly path: string;
  readonly head: Head;
  private readonly header: Header;
  private descriptor: number | undefined;

  private constructor(path: string, descriptor: number, { head, header }: Beginning) {
    this.path = path;
    this.head = head;
    this.header = header;
    this.descriptor = descriptor;
    forgotten.register(this, descriptor, this);
  }

  /** Undefined when there is no such file, or it is cut off, or its head is damaged. */
  static async open(path: string): Promise<IndexFile | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch {
      return undefined;
    }
    try {
      const beginning = await readBeginning(handle);
      return beginning && new IndexFile(path, openSync(path, 'r'), beginning);
    } catch {
      return undefined;
    } finally {
      await handle.close();
    }
  }

  /** Reads all of it. False when some of it is damaged, or the file is gone. */
  async isWhole(): Promise<boolean> {
    const handle = await open(this.path, 'r').catch(() => undefined);
    try {
      return handle !== undefined && (await isWhole(handle, this.header));
    } catch {
      return false;
    } finally {
      await handle?.close();
    }
  }

  get isClosed(): boolean {
    return this.descriptor === undefined;
  }

  /** Nothing can be read any more, and the disk gets the room of a deleted file back. */
  close(): void {
    if (this.descriptor === undefined) return;
    forgotten.unregister(this);
    closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  /** The record as it lies in the file; undefined when it is damaged, or the file closed. */
  packed([offset, length, crc]: RecordPlace): Buffer | undefined {
    const { descriptor } = this;
    if (descriptor === undefined) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    try {
      while (done < length) {
        const read = readSync(descriptor, bytes, done, length - done, offset + done);
        if (read === 0) return undefined;
        done += read;
      }
    } catch {
      return undefined;
    }
    return crc32(bytes) === crc ? bytes : undefined;
  }

  /** Undefined when the record is damaged. @param most bytes; the writer keeps to the same bound */
  record(place: RecordPlace, most: number): Buffer | undefined {
    const packed = this.packed(place);
    try {
      return packed && zstdDecompressSync(packed, { maxOutputLength: most });
    } catch {
      return undefined;
    }
  }
}

interface Beginning {
  header: Header;
  head: Head;
}

async function readBeginning(handle: FileHandle): Promise<Beginning | undefined> {
  const header = decodeHeader(await readAt(handle, 0, HEADER_BYTES));
  const { size } = await handle.stat();
  if (header?.fileBytes !== size || header.headBytes > size - HEADER_BYTES) return undefined;
  const bytes = await readAt(handle, size - header.headBytes, header.headBytes);
  if (crc32(bytes) !== header.headCrc) return undefined;
  return { header, head: JSON.parse(bytes.toString()) as Head };
}

async function isWhole(handle: FileHandle, { fileBytes, headBytes, bodyCrc }: Header): Promise<boolean> {
  const end = fileBytes - headBytes;
  let crc = 0;
  for (let at = HEADER_BYTES; at < end; at += CHUNK) {
    crc = crc32(await readAt(handle, at, Math.min(CHUNK, end - at)), crc);
  }
  return crc === bodyCrc;
}

/** Shorter at the end of the file. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
