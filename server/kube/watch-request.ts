/** One watch request: from the answer's bytes to checked events. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { queryOf } from '#lib/base/address.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { answerError, readText } from './call.ts';
import type { KubeError } from './errors.ts';
import { createJsonLines } from './json-lines.ts';
import { errorFromNetwork } from './network-errors.ts';
import { itemFrom } from './objects.ts';
import { checkedPath } from './paths.ts';
import { errorFromAnswer } from './status.ts';
import { acceptFor, tableFrom, type TableContent } from './table.ts';
import { discard } from './transport.ts';
import type { KubeTransport, WatchEvent, WatchOptions } from './types.ts';

/** The API server sends the headers of a watch at once, so a longer silence is a dead connection. */
const HEADERS_TIMEOUT_MS = 10_000;

/**
 * Resolves when the API server has accepted the watch; iterating rejects with KubeError, `gone` when the position is
 * too old.
 */
export async function openWatch(
  transport: KubeTransport,
  resource: Resource,
  options: WatchOptions,
): Promise<AsyncIterable<WatchEvent[]>> {
  const { namespace, labelSelector, fieldSelector, resourceVersion, timeoutSeconds, signal } = options;
  const path = checkedPath(resource, { namespace });
  const query = queryOf({
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion,
    timeoutSeconds,
    labelSelector,
    fieldSelector,
    includeObject: options.table,
  });
  const response = await transport.send({
    method: 'GET',
    path: path + query,
    headers: { accept: acceptFor(options, 'watch') },
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    ...optional({ signal }),
  });
  if (response.status !== 200) {
    const text = await readText(response.body, transport.server);
    throw answerError(response, text, { method: 'WATCH', path });
  }
  return eventsOf(response.body, resource, { server: transport.server, path });
}

async function* eventsOf(
  body: Readable,
  resource: Resource,
  context: { server: string; path: string },
): AsyncGenerator<WatchEvent[]> {
  const lines = createJsonLines();
  try {
    // A response body without an encoding gives bytes.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      const values = lines.push(chunk);
      if (values.length > 0) yield values.flatMap((value) => eventFrom(value, resource, context.path));
    }
  } catch (error) {
    throw errorFromNetwork(error, context.server);
  } finally {
    discard(body);
  }
}

const Line = z.object({ type: z.string(), object: z.unknown() });

/** Event types we do not know are passed over, as the API demands of its clients. */
function eventFrom(value: unknown, resource: Resource, path: string): WatchEvent[] {
  const { type, object } = Line.parse(value);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      const table = tableFrom(object, resource);
      if (table === undefined) return [{ type, object: itemFrom(object, resource) }];
      return [...columnsOf(table), ...table.rows.map((row) => ({ type, object: row }) as const)];
    }
    case 'BOOKMARK': {
      const { resourceVersion } = itemFrom(object, resource).metadata;
      const columns = columnsOf(tableFrom(object, resource));
      return resourceVersion === undefined ? columns : [...columns, { type, resourceVersion }];
    }
    case 'ERROR':
      throw watchError(object, path);
    default:
      return [];
  }
}

function columnsOf(table: TableContent | undefined): WatchEvent[] {
  return table?.columns === undefined ? [] : [{ type: 'COLUMNS', columns: table.columns }];
}

function watchError(status: unknown, path: string): KubeError {
  return errorFromAnswer({ status: 0, body: status, request: `WATCH ${path}` });
}
