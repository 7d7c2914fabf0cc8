/** How an operator tells what it did: in the status of the object, and by an event about it. */
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** Who reports about what. */
export interface Reporter {
  readonly client: KubeClient;
  /** Its name as a field manager and as the source of events. */
  readonly manager: string;
  readonly resource: Resource;
  readonly object: KubeObject;
}

/**
 * The uid makes the API server refuse an object of the same name that is not the one we decided about. Resolves to
 * whether it was written: what was deleted, or deleted and made anew, comes again by the watch.
 */
export async function writeStatus(reporter: Reporter, status: unknown): Promise<boolean> {
  const { client, manager, resource, object } = reporter;
  const { name, namespace, uid } = object.metadata;
  const applied = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { name, ...(namespace && { namespace }), ...(uid && { uid }) },
    status,
  };
  const written = client.apply(resource, applied, { fieldManager: manager, subresource: 'status' });
  return (await undefinedIf(written, 'notFound', 'conflict')) !== undefined;
}

export interface News {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Named after the news and the state of the object that it is about, so that telling twice tells once. Never rejects with KubeError. */
export async function tell({ client, manager, resource, object }: Reporter, news: News): Promise<void> {
  const { name, namespace = '', uid, resourceVersion = '' } = object.metadata;
  const now = new Date().toISOString();
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${resourceVersion}.${news.reason.toLowerCase()}`, namespace },
    involvedObject: { apiVersion: apiVersionOf(resource), kind: resource.kind, name, namespace, uid },
    ...news,
    source: { component: manager },
    reportingComponent: manager,
    reportingInstance: manager,
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  };
  try {
    await client.create(resources.events, event);
  } catch (error) {
    // What was done stands; an event that cannot be told is no reason to do it again.
    if (!isKubeError(error)) throw error;
  }
}
