/** Which manifests a bundle image holds, by its digest: remembered over restarts, and safe to lose at any time. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const Row = z.tuple([z.string(), z.string()]);
const MAX_ROWS = 10_000;

/** The latest 10,000 rows; one that cannot be read or written costs a pull, no more. */
export class BundleTable {
  private readonly file: string | undefined;
  private readonly rows = new Map<string, string>();
  private readonly loaded: Promise<void>;
  private writing: Promise<void> = Promise.resolve();

  /** @param file absent: nothing outlives the process */
  constructor(file: string | undefined) {
    this.file = file;
    this.loaded = this.load();
  }

  async get(key: string): Promise<string | undefined> {
    await this.loaded;
    return this.rows.get(key);
  }

  async set(key: string, digest: string): Promise<void> {
    await this.loaded;
    if (this.rows.get(key) === digest) return;
    this.rows.delete(key);
    this.rows.set(key, digest);
    for (const oldest of this.rows.keys()) {
      if (this.rows.size <= MAX_ROWS) break;
      this.rows.delete(oldest);
    }
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private async load(): Promise<void> {
    if (this.file === undefined) return;
    const text = await readFile(this.file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const row = parseRow(line);
      if (row !== undefined) this.rows.set(...row);
    }
  }

  /** A disk that is full or read-only only costs a pull later. */
  private async write(): Promise<void> {
    if (this.file === undefined) return;
    const text = [...this.rows].map((row) => `${JSON.stringify(row)}\n`).join('');
    const partial = `${this.file}.${String(process.pid)}.partial`;
    await writeFile(partial, text, { mode: 0o600 })
      .then(() => rename(partial, this.file ?? partial))
      .catch(() => undefined);
  }
}

function parseRow(line: string): [string, string] | undefined {
  try {
    return Row.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
