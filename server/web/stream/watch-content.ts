/**
 * What one followed list holds, as the JSON that streams send: made once, however many streams there are. A stream
 * needs to remember only how far it has come, so a slow one costs nothing and skips states, never objects.
 *
 * Every change has a number. The log tells which object changed at each; what is sent for it is the object's latest
 * state, at the number of its last change. Deletions are kept as long as the log reaches back to them.
 */
import { randomBytes } from 'node:crypto';

import { keyOf, parseKey, type KubeObject } from '#lib/k8s/object.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';
import type { ObjectEvent } from '#server/kube/types.ts';

interface Entry {
  json: string;
  /** What it takes, with its key. */
  bytes: number;
  version: string | undefined;
  /** The number of its last change. */
  sequence: number;
  /** The number at which it appeared. */
  added: number;
}

/** Some of what happened after a number: at least one change, and about `pieceLength` of JSON. */
export interface Changes {
  /** JSON of stream changes. */
  events: string[];
  /** Covered up to here. */
  to: number;
  /** States that later ones have made worthless. */
  skipped: number;
}

/** Characters of JSON per message, as far as single objects allow: what a slow reader can hold up in memory. */
export const pieceLength = 64 * 1024;

/** What is kept of each object, and how far back changes can be told. */
export interface WatchContentOptions {
  /** What objects of this list call themselves. */
  type: Pick<KubeObject, 'apiVersion' | 'kind'>;
  /** Leaves out what is not sent. */
  reduce: (object: KubeObject) => KubeObject;
  /** How many changes the log reaches back at least. */
  keptChanges?: number;
}

/** Filled by one watch, read by many streams. */
export class WatchContent {
  readonly #type: Pick<KubeObject, 'apiVersion' | 'kind'>;
  readonly #reduce: (object: KubeObject) => KubeObject;
  readonly #keptChanges: number;
  /** Distinguishes positions of this content from those of another, or of another process. */
  #epoch = newEpoch();
  #entries = new Map<string, Entry>();
  #gone = new Map<string, { json: string; bytes: number; sequence: number }>();
  /** Keys; the first is that of change number `#logStart`. */
  #log: string[] = [];
  #logStart = 1;
  #sequence = 0;
  #staged = new Map<string, Pick<Entry, 'json' | 'version' | 'bytes'>>();
  /** Of entries, what is gone, the log, and what is staged. */
  #heldBytes = 0;
  #columns: readonly TableColumn[] | undefined;
  #complete = false;

  constructor({ type, reduce, keptChanges = 10_000 }: WatchContentOptions) {
    this.#type = type;
    this.#reduce = reduce;
    this.#keptChanges = keptChanges;
  }

  get epoch(): string {
    return this.#epoch;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get columns(): readonly TableColumn[] | undefined {
    return this.#columns;
  }

  /** Whether a whole list has been taken since the beginning. */
  get complete(): boolean {
    return this.#complete;
  }

  /** What it takes in memory: as much however many streams there are, about a byte for each of text. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Part of a list that is not complete yet. */
  stage(items: readonly KubeObject[], first: boolean): void {
    if (first) this.#unstage();
    for (const item of items) {
      const key = keyOf(item);
      const [json, known] = [this.#jsonOf(item), this.#entries.get(key)];
      const version = item.metadata.resourceVersion;
      // What is known already is not held twice.
      const staged =
        known?.json === json
          ? { json: known.json, version, bytes: 0 }
          : { json, version, bytes: bytesOf(key, json) };
      this.#heldBytes += staged.bytes - (this.#staged.get(key)?.bytes ?? 0);
      this.#staged.set(key, staged);
    }
  }

  /** What has been staged is the whole list. */
  commit(columns: readonly TableColumn[] | undefined): void {
    const staged = this.#unstage();
    // Cells of other columns: nothing that a stream has seen fits any more.
    if (JSON.stringify(columns) !== JSON.stringify(this.#columns)) this.clear();
    this.#columns = columns;
    for (const key of this.#entries.keys()) if (!staged.has(key)) this.#remove(key);
    for (const [key, { json, version }] of staged) this.#put(key, json, version);
    // Before the first list nobody has a position that the log could help.
    if (!this.#complete) this.#forgetLog();
    this.#complete = true;
  }

  take(events: readonly ObjectEvent[]): void {
    for (const { type, object } of events) {
      const key = keyOf(object);
      if (type === 'DELETED') this.#remove(key);
      else this.#put(key, this.#jsonOf(object), object.metadata.resourceVersion);
    }
  }

  /** Forgets everything, and so that no stream can go on from what it has. */
  clear(): void {
    this.#epoch = newEpoch();
    this.#entries = new Map();
    this.#unstage();
    this.#forgetLog();
    this.#heldBytes = 0;
    this.#columns = undefined;
    this.#complete = false;
  }

  /** Of all objects; stays as it is while the content moves on. */
  keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** The latest state of an object; undefined when it is gone. */
  json(key: string): string | undefined {
    return this.#entries.get(key)?.json;
  }

  /** Undefined when the log does not reach back that far. Only for a number before the last. */
  changes(from: number): Changes | undefined {
    if (from + 1 < this.#logStart) return undefined;
    const events: string[] = [];
    let [length, to, skipped] = [0, from, 0];
    while (to < this.#sequence && length < pieceLength) {
      to += 1;
      const event = this.#eventAt(to, from);
      if (event === undefined) skipped += 1;
      else events.push(event);
      length += event?.length ?? 0;
    }
    return { events, to, skipped };
  }

  /** What a tab remembers. */
  position(sequence = this.#sequence): string {
    return `${this.#epoch}.${String(sequence)}`;
  }

  /** The number of a position that can be gone on from; undefined when everything has to be sent. */
  resume(position: string): number | undefined {
    const [epoch, text = ''] = position.split('.');
    const sequence = Number(text);
    const known = epoch === this.#epoch && this.#complete && /^\d+$/.test(text);
    return known && sequence <= this.#sequence && sequence + 1 >= this.#logStart ? sequence : undefined;
  }

  /** Undefined when the object has changed again since. */
  #eventAt(sequence: number, from: number): string | undefined {
    const key = this.#log[sequence - this.#logStart] ?? '';
    const entry = this.#entries.get(key);
    if (entry?.sequence === sequence) {
      const type = entry.added > from ? 'ADDED' : 'MODIFIED';
      return `{"type":"${type}","object":${entry.json}}`;
    }
    const gone = this.#gone.get(key);
    return gone?.sequence === sequence ? `{"type":"DELETED","object":${gone.json}}` : undefined;
  }

  #put(key: string, json: string, version: string | undefined): void {
    const known = this.#entries.get(key);
    if (known !== undefined && known.version === version && known.json === json) return;
    const sequence = this.#record(key);
    this.#forgetGone(key);
    const bytes = bytesOf(key, json);
    this.#heldBytes += bytes - (known?.bytes ?? 0);
    this.#entries.set(key, { json, bytes, version, sequence, added: known?.added ?? sequence });
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    const json = JSON.stringify({ ...this.#type, metadata: parseKey(key) });
    const bytes = bytesOf(key, json);
    this.#heldBytes += bytes - entry.bytes;
    this.#gone.set(key, { json, bytes, sequence: this.#record(key) });
  }

  #record(key: string): number {
    this.#sequence += 1;
    this.#log.push(key);
    this.#heldBytes += key.length;
    if (this.#log.length > 2 * this.#keptChanges) this.#shortenLog();
    return this.#sequence;
  }

  #forgetLog(): void {
    this.#heldBytes -= lengthOf(this.#log);
    this.#log = [];
    this.#logStart = this.#sequence + 1;
    for (const key of this.#gone.keys()) this.#forgetGone(key);
  }

  #forgetGone(key: string): void {
    this.#heldBytes -= this.#gone.get(key)?.bytes ?? 0;
    this.#gone.delete(key);
  }

  #unstage(): ReadonlyMap<string, Pick<Entry, 'json' | 'version'>> {
    const staged = this.#staged;
    for (const { bytes } of staged.values()) this.#heldBytes -= bytes;
    this.#staged = new Map();
    return staged;
  }

  #shortenLog(): void {
    const dropped = this.#log.length - this.#keptChanges;
    this.#logStart += dropped;
    this.#heldBytes -= lengthOf(this.#log.slice(0, dropped));
    this.#log = this.#log.slice(dropped);
    for (const [key, { sequence }] of this.#gone) if (sequence < this.#logStart) this.#forgetGone(key);
  }

  /** An object too strange to be reduced is sent whole: it must not take its neighbours down with it. */
  #jsonOf(object: KubeObject): string {
    try {
      return JSON.stringify(this.#reduce(object));
    } catch {
      return JSON.stringify(object);
    }
  }
}

function bytesOf(key: string, json: string): number {
  return key.length + Buffer.byteLength(json);
}

function lengthOf(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}

function newEpoch(): string {
  return randomBytes(6).toString('base64url');
}
