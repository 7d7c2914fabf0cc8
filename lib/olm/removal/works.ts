/**
 * What an operator itself has made: known by owner references down from its Deployments and its instances, and by the label in which
 * programs say who manages an object. Nobody else can tell; what bears neither is not counted as its work.
 */
import { ownedBy } from '../../k8s/events/related-events.ts';
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';
import { optional } from '../../base/loose.ts';

/** What becomes of it: it goes with the operator, with the instances of a kind or with definitions if those go, or stays. */
export type WorkFate =
  | { code: 'withOperator' }
  | { code: 'withInstances'; crd: string }
  | { code: 'withDefinitions'; crds: readonly string[] }
  | { code: 'stays' };

/** An object that the operator has made. */
export interface OperatorWork extends ObjectRef {
  kind: string;
  fate: WorkFate;
}

/** Who may have made something. */
export interface WorkMakers {
  /** The Deployments of the CSV, as they are in the cluster. */
  deployments: readonly KubeObject[];
  /** Its instances, by definition. */
  instances: ReadonlyMap<string, readonly KubeObject[]>;
  /** Names under which it may call itself the manager of an object. */
  managers: ReadonlySet<string>;
}

const MANAGER_LABEL = 'app.kubernetes.io/managed-by';

/** The roles that give people access to an API belong to its definition, and go with it. */
export function definitionWorks(
  objects: readonly KubeObject[],
  definitions: ReadonlyMap<string, string>,
): OperatorWork[] {
  return objects.flatMap(({ kind, metadata: { name, ownerReferences = [] } }) => {
    const crds = ownerReferences.flatMap(({ uid }) => definitions.get(uid) ?? []);
    return crds.length === 0 ? [] : [{ kind, name, fate: { code: 'withDefinitions', crds } }];
  });
}

/** Made by the cluster for other objects, with which they come and go: they lead on to what they own, and are not told. */
const PASSING: ReadonlySet<string> = new Set(['Pod', 'ReplicaSet']);

/** @param objects of the namespaces that were looked into; what goes with the CSV itself is left out by whoever asks */
export function worksOf(objects: readonly KubeObject[], makers: WorkMakers): OperatorWork[] {
  const fates = new Map<KubeObject, WorkFate>();
  const give = (found: Iterable<KubeObject>, fate: WorkFate): void => {
    for (const object of found) if (!fates.has(object)) fates.set(object, fate);
  };
  give(ownedBy(makers.deployments, objects), { code: 'withOperator' });
  for (const [crd, instances] of makers.instances)
    give(ownedBy(instances, objects), { code: 'withInstances', crd });
  give(
    objects.filter(({ metadata }) => isManagedBy(makers.managers, metadata)),
    { code: 'stays' },
  );
  return [...fates]
    .filter(([{ kind }]) => !PASSING.has(kind))
    .map(([{ kind, metadata }, fate]) => ({
      ...{ kind, name: metadata.name, fate },
      ...optional({ namespace: metadata.namespace }),
    }));
}

/** What others own goes when they do. */
function isManagedBy(
  managers: ReadonlySet<string>,
  { labels = {}, ownerReferences = [] }: KubeObject['metadata'],
): boolean {
  return ownerReferences.length === 0 && managers.has(labels[MANAGER_LABEL] ?? '');
}

/** What the works of one kind and fate come to. */
export interface WorkGroup {
  kind: string;
  fate: WorkFate;
  count: number;
  /** `namespace/name`, a few of them. */
  names: readonly string[];
}

/** So many of a group are named. */
const NAMED = 3;

/** By kind and fate; first what goes with the operator, last what stays. */
export function groupedWorks(works: readonly OperatorWork[]): WorkGroup[] {
  const groups = Map.groupBy(works, ({ kind, fate }) =>
    [ORDER.indexOf(fate.code), kind, ...crdsOf(fate)].join(' '),
  );
  return [...groups]
    .sort(([left], [right]) => left.localeCompare(right))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const { kind, fate } = first;
      const names = [first, ...others].map(({ namespace, name }) =>
        namespace === undefined ? name : `${namespace}/${name}`,
      );
      return [{ kind, fate, count: names.length, names: names.sort().slice(0, NAMED) }];
    });
}

const ORDER: readonly WorkFate['code'][] = ['withOperator', 'withInstances', 'withDefinitions', 'stays'];

/** Of which it depends. */
export function crdsOf(fate: WorkFate): readonly string[] {
  if (fate.code === 'withInstances') return [fate.crd];
  return fate.code === 'withDefinitions' ? fate.crds : [];
}
