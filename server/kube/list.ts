/** Lists: one page, or all of them. */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { queryOf } from '#lib/base/address.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { Call } from './call.ts';
import { isKubeError, KubeError } from './errors.ts';
import { itemFrom } from './objects.ts';
import { checkedPath } from './paths.ts';
import { acceptFor, tableFrom } from './table.ts';
import type { KubeClient, ListOptions, ObjectList } from './types.ts';

/** Items stay unread here: `itemFrom` takes each. */
const List = z.object({
  items: z.array(z.unknown()).nullish(),
  metadata: z.object({
    resourceVersion: z.string().catch(''),
    continue: z.string().optional().catch(undefined),
  }),
});

/**
 * One page; `continue` is in the answer when there are more. Rejects with KubeError, `unknown` when the answer is no
 * list.
 */
export async function listPage(
  call: (request: Call) => Promise<unknown>,
  resource: Resource,
  options: ListOptions,
): Promise<ObjectList> {
  const { namespace, labelSelector, fieldSelector, limit, table } = options;
  const query = queryOf({
    labelSelector,
    fieldSelector,
    limit,
    continue: options.continue,
    includeObject: table,
  });
  const path = checkedPath(resource, { namespace }) + query;
  let bytes = 0;
  const answer = await call({
    method: 'GET',
    path,
    accept: acceptFor(options, 'list'),
    signal: options.signal,
    onSize: (size) => {
      bytes = size;
    },
  });
  const parsed = List.safeParse(answer);
  if (!parsed.success)
    throw new KubeError({ kind: 'unknown', message: `GET ${path}: the answer is not a list` });
  const { items, metadata } = parsed.data;
  const next = metadata.continue ?? '';
  const { rows, columns } = (table === undefined ? undefined : tableFrom(answer, resource)) ?? {};
  return {
    items: rows ?? (items ?? []).map((item) => itemFrom(item, resource)),
    resourceVersion: metadata.resourceVersion,
    bytes,
    ...optional({ columns }),
    ...(next === '' ? {} : { continue: next }),
  };
}

const firstPage = 100;
const largestPage = 500;
/** What a page is meant to weigh: parsing one must not hold up whatever else the process does. */
const pageBytes = 2_000_000;

/** How many objects to ask for next, after a page of so many that weighed so much. */
export function nextLimit(items: number, bytes: number): number {
  if (items === 0 || bytes === 0) return largestPage;
  return Math.min(Math.max(Math.floor((items * pageBytes) / bytes), 10), largestPage);
}

/** Every page of a list in one. */
export async function listAll(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  options: Omit<ListOptions, 'continue'> = {},
): Promise<Omit<ObjectList, 'bytes' | 'continue'>> {
  let items: KubeObject[] = [];
  const end = await listPages(client, resource, options, (page, first) => {
    if (first) items = [];
    for (const item of page) items.push(item);
  });
  return { ...end, items };
}

/**
 * Every page of a list as it comes; `first` says that the list begins, also anew. When the API server no longer has the
 * first page's state (`gone`), which a slow list meets once in a while, lists anew; the second time in one piece, which
 * is served from memory and cannot expire.
 */
export async function listPages(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  options: Omit<ListOptions, 'continue'>,
  onPage: (items: KubeObject[], first: boolean) => void,
): Promise<Omit<ObjectList, 'items' | 'bytes' | 'continue'>> {
  const { limit, ...rest } = options;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      return await eachPage(client, resource, options, onPage);
    } catch (error) {
      if (!isKubeError(error, 'gone')) throw error;
    }
  }
  const { items, resourceVersion, columns } = await client.list(resource, rest);
  onPage(items, true);
  return { resourceVersion, ...optional({ columns }) };
}

async function eachPage(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  options: Omit<ListOptions, 'continue'>,
  onPage: (items: KubeObject[], first: boolean) => void,
): Promise<Omit<ObjectList, 'items' | 'bytes' | 'continue'>> {
  let page = await client.list(resource, { ...options, limit: options.limit ?? firstPage });
  const { columns } = page;
  onPage(page.items, true);
  while (page.continue !== undefined) {
    const limit = options.limit ?? nextLimit(page.items.length, page.bytes);
    page = await client.list(resource, { ...options, limit, continue: page.continue });
    onPage(page.items, false);
  }
  return { resourceVersion: page.resourceVersion, ...optional({ columns }) };
}
