/** Entries of file-based catalogs, written one a line as they come. */
import { open, type FileHandle } from 'node:fs/promises';
import { limits } from '../read/limits.ts';
import { SourceError } from './reader.ts';

/** A catalog file that is being written; disposing of it closes the file. */
export class FbcLines implements AsyncDisposable {
  private readonly handle: FileHandle;
  private readonly from: string;
  private bytes = 0;

  private constructor(handle: FileHandle, from: string) {
    this.handle = handle;
    this.from = from;
  }

  /** @param from names the source, for messages */
  static async create(path: string, from: string): Promise<FbcLines> {
    return new FbcLines(await open(path, 'w'), from);
  }

  /** @returns bytes written. @throws SourceError `limit` when the catalog is larger than any that is read */
  async write(entry: unknown): Promise<number> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    this.bytes += line.length;
    if (this.bytes > limits.file) {
      throw new SourceError(
        'limit',
        `The catalog at ${this.from} is larger than ${String(limits.file)} bytes.`,
      );
    }
    await this.handle.write(line);
    return line.length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.handle.close();
  }
}

/** A manifest as a property of the bundle it belongs to. @param text JSON */
export function objectProperty(text: string): { type: string; value: { data: string } } {
  return { type: 'olm.bundle.object', value: { data: Buffer.from(text).toString('base64') } };
}
