/** What somebody wants to follow: which rights that takes, how the API server is asked for it, and what is left out. */
import { rowOf, trimForList } from '#lib/k8s/list-trim.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import type { AccessCheck } from '#lib/access.ts';
import { optional } from '#lib/base/loose.ts';
import type { Identity } from '#server/auth/identity.ts';
import type { WatchStreamOptions } from '#server/kube/watch.ts';

/** Following needs both: a list begins it. */
export function checksOf(interest: WatchInterest): AccessCheck[] {
  const { group, plural, namespace, name } = interest;
  return ['list', 'watch'].map((verb) => ({
    verb,
    group,
    resource: plural,
    ...optional({ namespace, name }),
  }));
}

/** The same for interests that one watch of one identity serves. */
export function keyOfWatch({ key }: Identity, interest: WatchInterest): string {
  const { group, version, plural, namespace, name, labelSelector, fieldSelector } = interest;
  const { view = 'full', fields = [] } = interest;
  const selection = [namespace, name, labelSelector, fieldSelector];
  return JSON.stringify([key, group, version, plural, ...selection, view, ...fields]);
}

/** Contents of Secrets are for pages about one Secret, which ask the proxy. */
function isSecret({ group, plural }: WatchInterest): boolean {
  return group === '' && plural === 'secrets';
}

/** How the list is watched; of Secrets, only metadata. */
export function upstreamOptions(interest: WatchInterest): WatchStreamOptions {
  const { namespace, name, labelSelector, fieldSelector, view, fields = [] } = interest;
  const metadataOnly = view === 'metadata' || isSecret(interest);
  return {
    ...optional({ namespace, name, labelSelector, fieldSelector }),
    ...(metadataOnly ? { metadataOnly } : {}),
    ...(view === 'table' && !metadataOnly ? { table: fields.length === 0 ? 'Metadata' : 'Object' } : {}),
  };
}

/** What of each object is sent, as the interest's view asks; of Secrets, never their data. */
export function reducerOf(interest: WatchInterest): (object: KubeObject) => KubeObject {
  const { view = 'full', fields = [], name } = interest;
  if (view === 'table') return (object) => rowOf(object, isSecret(interest) ? [] : fields);
  return name === undefined || isSecret(interest)
    ? (object) => trimForList(interest, object)
    : (object) => object;
}
