/**
 * The documents of one file, one at a time: JSON, JSON lines, JSON values one after the other, YAML streams; each also
 * gzipped. A document that cannot be read is reported and the next one is read: what one of them says never hides another.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Hash } from 'node:crypto';
import { reason, type FileDocument } from './document.ts';
import { JsonSplitter } from './json-splitter.ts';
import { limits } from './limits.ts';
import { parseYamlDocuments } from './yaml.ts';

export interface ReadOptions {
  /** Fed with the bytes of the file as they are read. */
  hash?: Hash;
  signal?: AbortSignal;
}

/** Never rejects: whatever goes wrong comes out as a document that is not ok. */
export async function* readDocuments(path: string, options: ReadOptions = {}): AsyncGenerator<FileDocument> {
  let line = 0;
  try {
    const lines = createInterface({ input: open(path, options), crlfDelay: Infinity });
    const reader = new DocumentReader(/\.(jsonl|ndjson)(\.gz)?$/i.test(path));
    for await (const text of lines) {
      line += 1;
      yield* reader.push(text, line);
    }
    yield* reader.end();
  } catch (error) {
    yield { ok: false, message: `cannot be read: ${reason(error)}`, line };
  }
}

function open(path: string, options: ReadOptions): Readable {
  const raw = createReadStream(path, options.signal === undefined ? {} : { signal: options.signal });
  const { hash } = options;
  if (hash !== undefined) {
    raw.on('data', (chunk: string | Buffer) => hash.update(chunk));
  }
  const text = path.toLowerCase().endsWith('.gz') ? pipe(raw, createGunzip()) : raw;
  return pipe(text, new Guard());
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
    if (this.total > limits.file || longest > limits.document) {
      done(new Error(`larger than allowed (${String(limits.document)} bytes a document)`));
      return;
    }
    done(null, chunk);
  }
}

/** Lines in, documents out. The first character that is no blank decides between JSON and YAML. */
class DocumentReader {
  private mode: 'undecided' | 'json' | 'yaml' = 'undecided';
  private readonly json: JsonSplitter;
  private buffer: string[] = [];
  private size = 0;
  private start = 1;

  constructor(oneJsonPerLine: boolean) {
    this.json = new JsonSplitter(oneJsonPerLine);
  }

  push(text: string, line: number): FileDocument[] {
    const content = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (this.mode === 'undecided') {
      const first = /\S/.exec(content)?.[0];
      if (first === undefined) {
        return [];
      }
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
    if (this.buffer.length === 0) {
      this.start = line;
    }
    this.size += text.length + 1;
    if (this.size <= limits.document) {
      this.buffer.push(text);
    }
    return done;
  }

  private flush(): FileDocument[] {
    const { start, size } = this;
    const text = this.buffer.join('\n');
    this.buffer = [];
    this.size = 0;
    if (size > limits.document) {
      return [{ ok: false, message: `document larger than ${String(limits.document)} bytes`, line: start }];
    }
    return parseYamlDocuments(text, start);
  }
}
