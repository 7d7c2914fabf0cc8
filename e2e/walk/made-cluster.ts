/**
 * The console's server as a page sees it, before a cluster that holds one CRD and one CSV and takes every object. Made of
 * answers, in the page itself: no request leaves it.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { encodeSse } from '#lib/k8s/watch-stream.ts';
import type { WatchMessage } from '#lib/k8s/watch-stream.ts';
import { isDictionary, isList } from '#lib/schema-form/schema/path.ts';
import type { Dictionary } from '#lib/schema-form/schema/path.ts';
import type { Session } from '#lib/session.ts';

export interface Holdings {
  readonly crd: KubeObject;
  readonly csv: KubeObject;
  readonly namespaces: readonly string[];
}

/** Answers in the place of the network from now on; gives back what is created, as it comes. */
export function makeCluster(holdings: Holdings): readonly unknown[] {
  const created: unknown[] = [];
  const crd = `/customresourcedefinitions/${holdings.crd.metadata.name}`;
  const answer = (url: URL, { method, body, signal }: RequestInit): Response => {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    if (url.pathname === '/api/stream') return stream(holdings, listIn(sent, 'watches'), signal);
    if (url.pathname === '/api/session') return Response.json(SESSION);
    if (url.pathname === '/api/access')
      return Response.json({ answers: listIn(sent, 'checks').map(() => ({ allowed: true })) });
    if (url.pathname.endsWith(crd)) return Response.json(holdings.crd);
    if (method === 'POST' && url.pathname.startsWith('/k8s/apis/')) {
      if (!url.searchParams.has('dryRun')) created.push(sent);
      return Response.json(sent, { status: 201 });
    }
    const message = `There is no ${url.pathname} in a made cluster.`;
    return Response.json({ kind: 'Status', reason: 'NotFound', message }, { status: 404 });
  };
  window.fetch = (input, init = {}) =>
    Promise.resolve(answer(new URL(String(input), 'http://made.test'), init));
  return created;
}

function listIn(value: unknown, key: string): Dictionary[] {
  const list = isDictionary(value) ? value[key] : undefined;
  return isList(list) ? list.filter(isDictionary) : [];
}

const SESSION: Session = {
  cluster: { name: 'made', server: 'http://made.test', version: 'v1.36.3' },
  user: { name: 'walker', groups: [] },
  mode: 'local',
  lifecycle: 'capstan',
  changes: 'apply',
  catalogNamespace: 'capstan',
};

/** One snapshot of each list, and then nothing more, until the page lets go. */
function stream(
  holdings: Holdings,
  watches: readonly Dictionary[],
  signal: AbortSignal | null | undefined,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const { id, plural } of watches) {
        const items = listed(holdings, plural);
        const snapshot: WatchMessage = { id: String(id), type: 'snapshot', items, resourceVersion: '1' };
        controller.enqueue(encoder.encode(encodeSse(JSON.stringify(snapshot))));
      }
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function listed({ csv, namespaces }: Holdings, plural: unknown): KubeObject[] {
  if (plural === 'clusterserviceversions') return [csv];
  if (plural !== 'namespaces') return [];
  return namespaces.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
}
