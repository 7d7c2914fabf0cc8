/** Exact numbers of bytes out of chunks of any size. */

const EMPTY: Buffer = Buffer.alloc(0);

/** The bytes ended where more had to come. */
export class CutShort extends Error {
  override readonly name = 'CutShort';

  constructor() {
    super('it ends in the middle');
  }
}

/** Reads forward only; what was not asked for stays in the source. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = EMPTY;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Small numbers only. Undefined at the end; rejects with CutShort when only a part of it is there. */
  async read(size: number): Promise<Buffer | undefined> {
    const found = await this.peek(size);
    if (found.length === 0 && size > 0) return undefined;
    if (found.length < size) throw new CutShort();
    this.rest = this.rest.subarray(size);
    return found;
  }

  /** What comes next, without taking it; shorter at the end. */
  async peek(size: number): Promise<Buffer> {
    while (this.rest.length < size) {
      const next = await this.source.next();
      if (next.done === true) break;
      this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    }
    return this.rest.subarray(0, size);
  }

  /** Exactly so many bytes, as they come. */
  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      const chunk = await this.next();
      if (chunk === undefined) throw new CutShort();
      const part = chunk.subarray(0, left);
      this.rest = chunk.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async skip(size: number): Promise<void> {
    await exhaust(this.take(size));
  }

  /** All that is left. */
  async *drain(): AsyncGenerator<Buffer> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  /** To be called when no more is wanted. */
  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async next(): Promise<Buffer | undefined> {
    const { rest } = this;
    this.rest = EMPTY;
    if (rest.length > 0) return rest;
    const next = await this.source.next();
    return next.done === true ? undefined : next.value;
  }
}

/** Reads to the end and keeps nothing. */
export async function exhaust(source: AsyncGenerator<Buffer>): Promise<void> {
  for (let next = await source.next(); next.done !== true;) next = await source.next();
}
