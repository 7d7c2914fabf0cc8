/** Events of an object and of all that belongs to it: what was made by whom is known by owner references. */
import { at, cutText } from '../../base/loose.ts';
import type { KubeObject } from '../object.ts';

/** Those of the objects that the owners own, directly or by something that is owned itself. */
export function ownedBy(
  owners: readonly KubeObject[],
  objects: readonly KubeObject[],
): ReadonlySet<KubeObject> {
  const byOwner = new Map<unknown, KubeObject[]>();
  for (const object of objects) {
    for (const uid of ownerUids(object)) byOwner.set(uid, [...(byOwner.get(uid) ?? []), object]);
  }
  const found = new Set<KubeObject>();
  const next = [...owners];
  for (let owner = next.pop(); owner !== undefined; owner = next.pop()) {
    const { uid } = owner.metadata;
    for (const object of uid === undefined ? [] : (byOwner.get(uid) ?? [])) {
      if (found.has(object)) continue;
      found.add(object);
      next.push(object);
    }
  }
  return found;
}

/** References of strangers may be anything. */
function ownerUids({ metadata: { ownerReferences } }: KubeObject): unknown[] {
  const references: unknown = ownerReferences;
  const uids = Array.isArray(references) ? references.map((one) => at(one, 'uid')) : [];
  return [...new Set(uids)].filter((uid) => uid !== undefined);
}

/**
 * Events about the roots, about what they own, and about replicas of these that are gone.
 * @param objects what is there of kinds that may be owned, whoever owns it
 */
export function relatedEvents(
  events: readonly KubeObject[],
  roots: readonly KubeObject[],
  objects: readonly KubeObject[],
): KubeObject[] {
  const own = [...roots, ...ownedBy([...roots, ...standIns(roots, objects)], objects)];
  const names = new Set(own.map(nameOf));
  const others = new Set(objects.map(nameOf));
  return events.filter((event) => {
    const about = aboutOf(event);
    if (names.has(nameOf(about))) return true;
    return !others.has(nameOf(about)) && own.some((owner) => isReplicaName(owner, about));
  });
}

/** Roots of which only the name is known, as they are in the cluster. */
function standIns(roots: readonly KubeObject[], objects: readonly KubeObject[]): KubeObject[] {
  const names = new Set(roots.filter(({ metadata }) => metadata.uid === undefined).map(nameOf));
  return objects.filter((object) => names.has(nameOf(object)));
}

function nameOf({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function aboutOf(event: KubeObject): Pick<KubeObject, 'kind' | 'metadata'> {
  const said = (field: string): string | undefined => cutText(at(event, 'involvedObject', field));
  const namespace = said('namespace');
  return {
    kind: said('kind') ?? '',
    metadata: { name: said('name') ?? '', ...(namespace === undefined ? {} : { namespace }) },
  };
}

/** Who makes what under names of its own, with a hash, a number or both behind. */
const REPLICAS: Readonly<Record<string, ReadonlySet<string>>> = {
  DaemonSet: new Set(['Pod']),
  Deployment: new Set(['Pod', 'ReplicaSet']),
  Job: new Set(['Pod']),
  StatefulSet: new Set(['Pod']),
};

function isReplicaName(
  owner: Pick<KubeObject, 'kind' | 'metadata'>,
  { kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>,
): boolean {
  const { name: prefix, namespace } = owner.metadata;
  const { name } = metadata;
  return (
    REPLICAS[owner.kind]?.has(kind) === true &&
    namespace === metadata.namespace &&
    name.startsWith(prefix) &&
    /^(?:-[a-z0-9]{1,10}){1,2}$/.test(name.slice(prefix.length))
  );
}
