/**
 * Reads the messages of the live stream, by hand: a schema library would weigh more than all else that the browser
 * needs for the stream. The envelope is checked; objects are taken as the API server wrote them, because checking each
 * of thousands again against nothing but "has metadata" would cost more than it could find.
 */
import { isJsonObject } from '../base/json.ts';
import { optional } from '../base/loose.ts';
import { problemCodeOf } from '../base/problem-code.ts';
import { hasMetadata } from './object.ts';
import type { StreamChange, StreamMessage, TableColumn, WatchMessage, WatchTrouble } from './watch-stream.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when the text is no message. */
export function parseStreamMessage(json: string): StreamMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { id, type, withinMs } = value;
  if (type === 'reconnect') return typeof withinMs === 'number' ? { type, withinMs } : undefined;
  if (typeof id !== 'string' || !isKnown(type)) return undefined;
  return readers[type](id, value);
}

type Reader = (id: string, fields: Fields) => WatchMessage | undefined;

const readers: Readonly<Record<WatchMessage['type'], Reader>> = {
  snapshot: (id, { items, resourceVersion, columns, parts }) =>
    isListOf(items, hasMetadata) &&
    typeof resourceVersion === 'string' &&
    (columns === undefined || isListOf(columns, isColumn)) &&
    (parts === undefined || typeof parts === 'number')
      ? {
          id,
          type: 'snapshot',
          items,
          resourceVersion,
          ...optional({ columns, parts }),
        }
      : undefined,
  part: (id, { index, items }) =>
    typeof index === 'number' && isListOf(items, hasMetadata)
      ? { id, type: 'part', index, items }
      : undefined,
  event: (id, { events, resourceVersion }) =>
    isListOf(events, isChange) && typeof resourceVersion === 'string'
      ? { id, type: 'event', events, resourceVersion }
      : undefined,
  error: (id, fields) => {
    const trouble = troubleIn(fields);
    return trouble === undefined ? undefined : { id, type: 'error', ...trouble };
  },
  stale: (id, { problem }) => {
    const trouble = troubleIn(problem);
    return trouble === undefined ? { id, type: 'stale' } : { id, type: 'stale', problem: trouble };
  },
  live: (id) => ({ id, type: 'live' }),
};

function troubleIn(value: unknown): WatchTrouble | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, message } = value;
  if (typeof kind !== 'string' || typeof message !== 'string') return undefined;
  return { kind, message, ...problemCodeOf(value) };
}

function isKnown(type: unknown): type is WatchMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(readers, type);
}

function isListOf<T>(value: unknown, is: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

const changeTypes: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED']);

function isChange(value: unknown): value is StreamChange {
  return isJsonObject(value) && changeTypes.has(value['type']) && hasMetadata(value['object']);
}

function isColumn(value: unknown): value is TableColumn {
  if (!isJsonObject(value) || typeof value['priority'] !== 'number') return false;
  return ['name', 'type', 'format', 'description'].every((field) => typeof value[field] === 'string');
}
