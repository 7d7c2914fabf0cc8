/**
 * The live stream between browser and server: one POST carries the interests of a tab, the answer is a stream of
 * server-sent events, one JSON message each. Both ends are here, so that they cannot disagree.
 */
import { z } from 'zod';

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
export type WatchView = (typeof watchViews)[number];

/** One list to follow. All of a type, of a namespace, or a single object by `name`. */
export const WatchInterest = z.strictObject({
  /** Chosen by the asker; comes back in every message about this list. */
  id: z.string().min(1).max(2048),
  group: z.string().max(253),
  version: z.string().max(63),
  plural: z.string().max(63),
  /** What the objects call themselves; for the items of built-in lists, which do not say it. */
  kind: z.string().max(63).optional(),
  namespace: z.string().max(63).optional(),
  name: z.string().max(253).optional(),
  labelSelector: z.string().max(1024).optional(),
  fieldSelector: z.string().max(1024).optional(),
  view: z.enum(watchViews).optional(),
  /** With `table`: values to send besides the cells, at their place in the object, such as `status.phase`. */
  fields: z
    .array(
      z
        .string()
        .max(128)
        .regex(/^[\w-]+(\.[\w-]+)*$/),
    )
    .max(12)
    .optional(),
  /** The position of the last message seen. Opaque: a server that does not know it answers with a snapshot. */
  resourceVersion: z.string().max(128).optional(),
});
export type WatchInterest = z.infer<typeof WatchInterest>;

export const maxWatchesPerStream = 64;

export const StreamRequest = z.strictObject({ watches: z.array(WatchInterest).max(maxWatchesPerStream) });
export type StreamRequest = z.infer<typeof StreamRequest>;

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

/** About one list. */
export type WatchMessage =
  /** Everything; replaces what was known. With `parts`, the items of that many `part`s before it belong to it. */
  | {
      id: string;
      type: 'snapshot';
      items: KubeObject[];
      resourceVersion: string;
      columns?: TableColumn[] | undefined;
      parts?: number | undefined;
    }
  /** A piece of a long list whose `snapshot` follows; `index` counts from 0, which begins anew. */
  | { id: string; type: 'part'; index: number; items: KubeObject[] }
  /** Changes in order, at most the last one of each object. */
  | { id: string; type: 'event'; events: StreamChange[]; resourceVersion: string }
  /** This list cannot be followed now; others go on, and this one does when it can. */
  | { id: string; type: 'error'; kind: string; message: string }
  /** What was sent is the last known state; the server is trying to catch up. */
  | { id: string; type: 'stale' }
  | { id: string; type: 'live' };

export type StreamMessage =
  | WatchMessage
  /** The server is about to stop: come back after a random part of this time. */
  | { type: 'reconnect'; withinMs: number };

/**
 * The envelope is checked; objects are taken as the API server wrote them, because checking each of thousands again
 * against nothing but "has metadata" would cost more than it could find.
 */
const Object_ = z.custom<KubeObject>(
  (value) => typeof value === 'object' && value !== null && 'metadata' in value,
);

const TableColumn: z.ZodType<TableColumn> = z.object({
  name: z.string(),
  type: z.string(),
  format: z.string(),
  description: z.string(),
  priority: z.number(),
});

export const StreamMessage: z.ZodType<StreamMessage> = z.discriminatedUnion('type', [
  z.object({
    id: z.string(),
    type: z.literal('snapshot'),
    items: z.array(Object_),
    resourceVersion: z.string(),
    columns: z.array(TableColumn).optional(),
    parts: z.number().optional(),
  }),
  z.object({ id: z.string(), type: z.literal('part'), index: z.number(), items: z.array(Object_) }),
  z.object({
    id: z.string(),
    type: z.literal('event'),
    events: z.array(z.object({ type: z.enum(['ADDED', 'MODIFIED', 'DELETED']), object: Object_ })),
    resourceVersion: z.string(),
  }),
  z.object({ id: z.string(), type: z.literal('error'), kind: z.string(), message: z.string() }),
  z.object({ id: z.string(), type: z.literal('stale') }),
  z.object({ id: z.string(), type: z.literal('live') }),
  z.object({ type: z.literal('reconnect'), withinMs: z.number() }),
]);

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
