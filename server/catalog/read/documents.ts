/**
 * The documents of one file, one at a time: JSON, JSON lines, JSON values one after the other, YAML streams; each also
 * gzipped. A document that cannot be read is reported and the next one is read: what one of them says never hides another.
 */
import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Hash } from 'node:crypto';
import { optional } from '#lib/base/loose.ts';
import { reason, type FileDocument } from './document.ts';
import { JsonSplitter } from './json-splitter.ts';
import { limits } from './limits.ts';
import { parseYamlDocuments } from './yaml.ts';

/** Bytes read, or unpacked, at a time: another thread does it, and each time costs the way there and back. */
const CHUNK = 512 * 1024;

/** Beside reading: what is computed on the way, and what ends it. */
export interface ReadOptions {
  /** Fed with the bytes of the file as they are read. */
  hash?: Hash;
  signal?: AbortSignal;
}

/** Never rejects: whatever goes wrong comes out as a document that is not ok. */
export async function* readDocuments(path: string, options: ReadOptions = {}): AsyncGenerator<FileDocument> {
  let line = 0;
  try {
    const reader = new DocumentReader(formatOf(path));
    for await (const lines of linesOf(open(path, options))) {
      yield* lines.flatMap((text, index) => reader.push(text, line + index + 1));
      line += lines.length;
    }
    yield* reader.end();
  } catch (error) {
    yield { ok: false, message: `cannot be read: ${reason(error)}`, line };
  }
}

/**
 * The lines of a stream, as many at a time as came: waiting for each of a million empty ones would take seconds. Only a
 * line feed ends a line; what else `readline` takes for an end may stand inside a JSON text.
 */
async function* linesOf(input: Readable): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    const bytes = chunk as Buffer;
    const lines: string[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      const line = bytes.subarray(from, end);
      lines.push(textOf(rest.length === 0 ? line : Buffer.concat([...rest, line])));
      rest = [];
      from = end + 1;
    }
    if (from < bytes.length) rest.push(bytes.subarray(from));
    yield lines;
  }
  if (rest.length > 0) yield [textOf(Buffer.concat(rest))];
}

const LINE_FEED = 10;

/** Nearly all lines have ASCII alone, which takes a quarter of the time, and half of the memory beside one that has not. */
function textOf(line: Buffer): string {
  return isAscii(line) ? line.toString('latin1') : line.toString('utf8');
}

type Format = 'json-lines' | 'json' | 'yaml';

/** YAML may hold JSON as well; what calls itself JSON is nothing else, lest one torn line turn all others into YAML. */
function formatOf(path: string): Format {
  const name = path.replace(/\.gz$/i, '');
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'json-lines';
  return /\.json$/i.test(name) ? 'json' : 'yaml';
}

function open(path: string, options: ReadOptions): Readable {
  const raw = createReadStream(path, {
    highWaterMark: CHUNK,
    ...optional({ signal: options.signal }),
  });
  const { hash } = options;
  if (hash !== undefined) raw.on('data', (chunk: string | Buffer) => hash.update(chunk));
  if (!path.toLowerCase().endsWith('.gz')) return pipe(raw, new Guard(() => Infinity));
  const unpacking = pipe(raw, createGunzip({ chunkSize: CHUNK }));
  return pipe(unpacking, new Guard(() => unpacking.bytesWritten));
}

/** Like `pipe`, with errors passed on, which `Readable.pipe` does not do. */
function pipe<T extends Transform>(from: Readable, to: T): T {
  from.on('error', (error) => to.destroy(error));
  return from.pipe(to);
}

/** Stops a file, or a line of it, that is larger than any honest one: a bomb of a few kB can unpack to terabytes. */
class Guard extends Transform {
  private total = 0;
  private sinceNewline = 0;
  private readonly packed: () => number;

  /** @param packed bytes taken so far, before they were unpacked */
  constructor(packed: () => number) {
    super();
    this.packed = packed;
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, data?: Buffer) => void,
  ): void {
    this.total += chunk.length;
    const newline = chunk.lastIndexOf(10);
    const first = chunk.indexOf(10);
    const longest = this.sinceNewline + (first < 0 ? chunk.length : first);
    this.sinceNewline = newline < 0 ? longest : chunk.length - newline - 1;
    if (this.total > limits.file) {
      done(new Error(`larger than allowed (${String(limits.file)} bytes a file)`));
      return;
    }
    if (longest > limits.document) {
      done(new Error(`larger than allowed (${String(limits.document)} bytes a document)`));
      return;
    }
    if (this.total > limits.ratioFrom && this.total > this.packed() * limits.ratio) {
      done(new Error(`unpacks to more than ${String(limits.ratio)} times its size`));
      return;
    }
    done(null, chunk);
  }
}

/** Lines in, documents out. In YAML files the first character that is no blank decides between JSON and YAML. */
class DocumentReader {
  private mode: 'undecided' | 'json' | 'yaml';
  private readonly json: JsonSplitter;
  private buffer: string[] = [];
  private size = 0;
  private start = 1;

  constructor(format: Format) {
    this.mode = format === 'yaml' ? 'undecided' : 'json';
    this.json = new JsonSplitter(format === 'json-lines');
  }

  push(text: string, line: number): FileDocument[] {
    const content = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (this.mode === 'undecided') {
      const first = /\S/.exec(content)?.[0];
      if (first === undefined) return [];
      this.mode = first === '{' || first === '[' ? 'json' : 'yaml';
      this.start = line;
    }
    return this.mode === 'json' ? this.json.push(content, line) : this.pushYaml(content, line);
  }

  end(): FileDocument[] {
    return this.mode === 'json' ? this.json.end() : this.flush();
  }

  private pushYaml(text: string, line: number): FileDocument[] {
    const done = /^---(\s|$)/.test(text) ? this.flush() : [];
    if (this.buffer.length === 0) this.start = line;
    this.size += text.length + 1;
    if (this.size <= limits.document) this.buffer.push(text);
    return done;
  }

  private flush(): FileDocument[] {
    const { start, size } = this;
    const text = this.buffer.join('\n');
    this.buffer = [];
    this.size = 0;
    if (size > limits.document)
      return [{ ok: false, message: `document larger than ${String(limits.document)} bytes`, line: start }];
    return parseYamlDocuments(text, start);
  }
}
