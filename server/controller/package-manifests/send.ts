/** Answers of the PackageManifest API on the wire. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag } from '#lib/base/entity-tags.ts';
import { PACKAGE_MANIFESTS, type PackageManifest } from '#lib/olm/content/package-manifest.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ManifestAnswer } from './answers.ts';

const LIST = { kind: `${PACKAGE_MANIFESTS.kind}List`, apiVersion: `${PACKAGE_MANIFESTS.group}/v1` };
const COLUMNS = [
  { name: 'Name', type: 'string', format: 'name', description: 'Name of the package', priority: 0 },
  { name: 'Catalog', type: 'string', format: '', description: 'Catalog that offers it', priority: 0 },
  { name: 'Age', type: 'string', format: '', description: 'Age of the catalog', priority: 0 },
];

/** Resolves when the answer is written. A table has one row for each item, with ages as of now. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ManifestAnswer,
): Promise<void> {
  switch (answer.kind) {
    case 'json': {
      const body = JSON.stringify(answer.body);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
      return;
    }
    case 'icon':
      sendIcon(request, response, answer);
      return;
    case 'list': {
      const head = `{"kind":${JSON.stringify(LIST.kind)},"apiVersion":${JSON.stringify(LIST.apiVersion)},"metadata":{},"items":[`;
      await sendItems(response, head, mapped(answer.items, JSON.stringify));
      return;
    }
    case 'table': {
      const head = `{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{},"columnDefinitions":${JSON.stringify(COLUMNS)},"rows":[`;
      const now = realClock.now();
      await sendItems(
        response,
        head,
        mapped(answer.items, (manifest) => JSON.stringify(rowOf(manifest, now))),
      );
    }
  }
}

function sendIcon(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, mediaType, body }: Extract<ManifestAnswer, { kind: 'icon' }>,
): void {
  const headers = {
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  if (namesTag(request.headers['if-none-match'], etag)) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'content-type': mediaType }).end(body);
}

function* mapped<T>(items: Iterable<T>, text: (item: T) => string): Generator<string> {
  for (const item of items) yield text(item);
}

async function sendItems(response: ServerResponse, head: string, items: Iterable<string>): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(head);
  let first = true;
  for (const item of items) {
    if (response.destroyed) return;
    if (!response.write(first ? item : `,${item}`))
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    first = false;
  }
  response.end(']}');
}

function rowOf({ metadata, status }: PackageManifest, now: number): unknown {
  const catalog = status.catalogSourceDisplayName;
  return {
    cells: [
      status.packageName,
      catalog === '' ? status.catalogSource : catalog,
      age(metadata.creationTimestamp, now),
    ],
    object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata },
  };
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** In kubectl's words, by its largest unit. */
function age(timestamp: string | undefined, now: number): string {
  const seconds = Math.floor((now - Date.parse(timestamp ?? '')) / 1000);
  if (Number.isNaN(seconds)) return '<unknown>';
  const [unit, size] = UNITS.find(([, length]) => seconds >= length * 2) ?? UNITS[3];
  return `${String(Math.max(0, Math.floor(seconds / size)))}${unit}`;
}
