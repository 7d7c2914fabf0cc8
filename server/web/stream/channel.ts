/** One watch in one stream: knows how far its tab has come, and what the tab has to be told next. */
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { encodeSse } from '#lib/k8s/watch-stream.ts';
import type { SharedWatch, WatchStatus } from './shared-watch.ts';
import type { StreamStats } from './stream-stats.ts';
import { pieceLength } from './watch-content.ts';

/** A whole list on its way, in pieces. */
interface Snapshot {
  /** Of the objects, which are sent as they are by then: what is known of those that have changed follows. */
  keys: string[];
  /** Index of the first key not sent. */
  next: number;
  pieces: number;
  /** Where the list stood when it began. */
  sequence: number;
  position: string;
}

/**
 * After these nothing more is sent, known though it may be, and everything anew when they are over. What the tab has it
 * hides, but keeps as stale when only its credentials have expired (`unauthorized`): see `hides` in the browser.
 */
const withholding: ReadonlySet<string> = new Set(['forbidden', 'notFound', 'unauthorized']);

/** Asked for the next message whenever the reader has room. */
export class Channel {
  readonly #id: string;
  readonly #watch: SharedWatch;
  readonly #stats: StreamStats;
  /** What the tab has from an earlier stream. */
  #resumeFrom: string | undefined;
  /** The tab has everything up to this change of the content called `#epoch`. */
  #sequence: number | undefined;
  #epoch = '';
  #snapshot: Snapshot | undefined;
  /** The last status told, as its message. */
  #told = '';

  constructor(interest: WatchInterest, watch: SharedWatch, stats: StreamStats) {
    this.#id = interest.id;
    this.#resumeFrom = interest.resourceVersion;
    this.#watch = watch;
    this.#stats = stats;
  }

  /** The next message for the tab, of limited size; undefined when it knows all. */
  next(): Uint8Array | undefined {
    const status = this.#watch.status();
    if (this.#epoch !== this.#watch.content.epoch) this.#forget();
    if (status.phase === 'failing' && withholding.has(status.trouble.kind)) {
      this.#forget();
      this.#resumeFrom = undefined;
      return this.#tell(status);
    }
    return this.#content(status) ?? this.#tell(status);
  }

  /** JSON of one message with all that there is; undefined where its items take more bytes than `most`. Of a live list, once. */
  wholeSnapshot(most: number): string | undefined {
    if (this.#watch.content.heldBytes > most) return undefined;
    const json = this.#pieceJson(this.#begin(), most);
    return this.#snapshot === undefined ? json : undefined;
  }

  #forget(): void {
    this.#epoch = this.#watch.content.epoch;
    this.#sequence = undefined;
    this.#snapshot = undefined;
  }

  #content(status: WatchStatus): Uint8Array | undefined {
    if (this.#snapshot !== undefined) return this.#piece(this.#snapshot);
    const { content } = this.#watch;
    if (this.#sequence === undefined) {
      if (status.phase !== 'live') return undefined;
      this.#sequence = this.#resumeFrom === undefined ? undefined : content.resume(this.#resumeFrom);
      this.#resumeFrom = undefined;
    }
    if (this.#sequence === undefined) return this.#piece(this.#begin());
    if (this.#sequence === content.sequence) return undefined;
    const frame = this.#watch.frame(this.#id, this.#sequence);
    if (frame === undefined) return this.#piece(this.#begin());
    this.#sequence = frame.to;
    this.#stats.delivered += frame.events;
    this.#stats.coalesced += frame.skipped;
    return frame.bytes;
  }

  #begin(): Snapshot {
    const { content } = this.#watch;
    this.#sequence = undefined;
    this.#snapshot = {
      keys: content.keys(),
      next: 0,
      pieces: 0,
      sequence: content.sequence,
      position: content.position(),
    };
    return this.#snapshot;
  }

  #piece(snapshot: Snapshot): Uint8Array {
    return message(this.#pieceJson(snapshot));
  }

  #pieceJson(snapshot: Snapshot, most = pieceLength): string {
    const { keys, pieces: index } = snapshot;
    const { content } = this.#watch;
    const piece: string[] = [];
    for (let length = 0; length < most && snapshot.next < keys.length; snapshot.next += 1) {
      const item = content.json(keys[snapshot.next] ?? '');
      if (item === undefined) continue;
      piece.push(item);
      length += item.length;
    }
    const id = JSON.stringify(this.#id);
    const list = `[${piece.join(',')}]`;
    if (snapshot.next < keys.length) {
      snapshot.pieces += 1;
      return `{"id":${id},"type":"part","index":${String(index)},"items":${list}}`;
    }
    this.#snapshot = undefined;
    this.#sequence = snapshot.sequence;
    const { columns } = content;
    const more = [
      columns === undefined ? '' : `,"columns":${JSON.stringify(columns)}`,
      index === 0 ? '' : `,"parts":${String(index)}`,
    ].join('');
    return `{"id":${id},"type":"snapshot","items":${list},"resourceVersion":"${snapshot.position}"${more}}`;
  }

  #tell(status: WatchStatus): Uint8Array | undefined {
    const told = this.#statusMessage(status);
    if (told === undefined || told === this.#told) return undefined;
    this.#told = told;
    return message(told);
  }

  #statusMessage(status: WatchStatus): string | undefined {
    const id = this.#id;
    if (status.phase === 'starting') return undefined;
    if (status.phase === 'live') return JSON.stringify({ id, type: 'live' });
    // The tab may hold content from an earlier stream; it then shows the error beside it.
    const { trouble } = status;
    return JSON.stringify(
      this.#sequence !== undefined && status.synced
        ? { id, type: 'stale', problem: trouble }
        : { id, type: 'error', ...trouble },
    );
  }
}

/** A message of the stream. @param events each as JSON, in order */
export function eventMessage(id: string, events: readonly string[], position: string): Uint8Array {
  return message(
    `{"id":${JSON.stringify(id)},"type":"event","events":[${events.join(',')}],"resourceVersion":"${position}"}`,
  );
}

/** A message of the stream from its JSON. */
export function message(json: string): Uint8Array {
  return Buffer.from(encodeSse(json));
}
