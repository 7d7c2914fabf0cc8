/**
 * The live stream between browser and server: one POST carries the interests of a tab, the answer is a stream of
 * server-sent events, one JSON message each. Both ends are here, so that they cannot disagree.
 */
import type { ProblemCodeFields } from '../base/problem-code.ts';
import type { KubeObject } from './object.ts';

/**
 * How much of each object is sent.
 * - `full` (also when absent): the object; lists leave out what no list shows, see `list-trim.ts`.
 * - `metadata`: apiVersion, kind and metadata.
 * - `table`: metadata and `cells`, the values of the columns that the snapshot's `columns` describe, as the API server
 *   computed them for `kubectl get`; besides them what `fields` asks for. Dates in cells are ages of that moment, so
 *   columns of dates are better asked for as fields.
 */
export const watchViews = ['full', 'metadata', 'table'] as const;
/** One of `watchViews`. */
export type WatchView = (typeof watchViews)[number];

/** One list to follow. All of a type, of a namespace, or a single object by `name`. Checked by `watch-request.ts`. */
export interface WatchInterest {
  /** Chosen by the asker; comes back in every message about this list. */
  id: string;
  group: string;
  version: string;
  plural: string;
  /** What the objects call themselves; for the items of built-in lists, which do not say it. */
  kind?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  view?: WatchView | undefined;
  /** With `table`: values to send besides the cells, at their place in the object, such as `status.phase`; `status.*` for all of it, what is nested as null. */
  fields?: string[] | undefined;
  /** The position of the last message seen. Opaque: a server that does not know it answers with a snapshot. */
  resourceVersion?: string | undefined;
}

/** Enough for a dozen pages: the tabs of one browser share a stream. */
export const maxWatchesPerStream = 256;

/** The body of the request for a live stream: all lists that a tab follows, at most `maxWatchesPerStream`. */
export interface StreamRequest {
  watches: WatchInterest[];
}

/** One change of a followed list, as in a watch of the API; `object` is cut down as the view of the list asks. */
export interface StreamChange {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: KubeObject;
}

/** A column of a list in the view `table`. `type` and `format` as in OpenAPI, besides `date`. */
export interface TableColumn {
  name: string;
  type: string;
  format: string;
  description: string;
  /** 0 is shown always; higher ones only where there is room. */
  priority: number;
}

/** An object of a list in the view `table`: one cell for each column. */
export interface TableRow extends KubeObject {
  cells: unknown[];
}

/** What is wrong with a list: in English, and as a code where the console itself says it. */
export interface WatchTrouble extends ProblemCodeFields {
  kind: string;
  message: string;
}

/** About one list. */
export type WatchMessage =
  /** Everything; replaces what was known. With `parts`, the items of that many `part`s before it belong to it. */
  | {
      id: string;
      type: 'snapshot';
      items: KubeObject[];
      resourceVersion: string;
      columns?: readonly TableColumn[] | undefined;
      parts?: number | undefined;
    }
  /** A piece of a long list whose `snapshot` follows; `index` counts from 0, which begins anew. */
  | { id: string; type: 'part'; index: number; items: KubeObject[] }
  /** Changes in order, at most the last one of each object. */
  | { id: string; type: 'event'; events: StreamChange[]; resourceVersion: string }
  /** This list cannot be followed now; others go on, and this one does when it can. */
  | ({ id: string; type: 'error' } & WatchTrouble)
  /** What was sent is the last known state; the server is trying to catch up. */
  | { id: string; type: 'stale'; problem?: WatchTrouble }
  | { id: string; type: 'live' };

/** Whatever comes over the stream: about one list, or about the stream itself. */
export type StreamMessage =
  | WatchMessage
  /** The server is about to stop: come back after a random part of this time. */
  | { type: 'reconnect'; withinMs: number };

/** A comment: keeps the connection open and tells the reader that it is. */
export const ssePing = ': ping\n\n';

/** JSON never holds a raw line break, so one `data:` line is enough. */
export function encodeSse(json: string): string {
  return `data: ${json}\n\n`;
}

/**
 * Takes text in any pieces and returns the `data` of each event that has become complete.
 * Source: WHATWG HTML, "Interpreting an event stream"; `event`, `id` and `retry` are not used here.
 */
export function createSseDecoder(): (chunk: string) => string[] {
  let rest = '';
  let data: string[] = [];
  return (chunk) => {
    const complete: string[] = [];
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line !== '') {
        if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      } else if (data.length > 0) {
        complete.push(data.join('\n'));
        data = [];
      }
    }
    return complete;
  };
}
