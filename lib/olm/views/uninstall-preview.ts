/** What removing an operator takes away and what it leaves, listed before anybody agrees to it. */
import { compareTexts } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';

/** An object that goes, by itself or with its owner. */
export interface GoingObject {
  kind: string;
  name: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
}

/** An object that stays, and why it does. */
export interface StayingObject extends GoingObject {
  /** Instances of a CRD, in all namespaces; absent where they could not be counted. */
  count?: number;
  why: StayReason;
}

/** Why an object stays. The texts are under `states.stays`. */
export type StayReason =
  /** Instances that could not be counted. */
  | { code: 'uncounted'; values: { kind: string } }
  | { code: 'data'; values: { kind: string; count: number } }
  | { code: 'noInstances' | 'otherOperators' | 'otherObjects' };

/** What a person agrees to. */
export interface UninstallPreview {
  /** To delete, in this order, by the user: the Subscription first, or the controller installs the CSV again. */
  deletes: (GoingObject & { uid: string })[];
  /** Everything that goes, the above included. */
  goes: GoingObject[];
  stays: StayingObject[];
  /** What could not be looked at, and why: the lists above may lack it. */
  unknown: { kind: string; why: string }[];
}

/** How many objects of a definition there are; absent where they could not be counted. */
export interface InstanceCount {
  crd: string;
  /** Of the CRD's objects. */
  kind: string;
  count?: number;
}

/** What was found with the rights of the user, and in `unknown` what was not. */
export interface UninstallFacts {
  csv: KubeObject;
  subscriptions: readonly KubeObject[];
  /** Objects that go with the CSV or the Subscriptions; duplicates are dropped. */
  owned: readonly KubeObject[];
  instances: readonly InstanceCount[];
  operatorGroups: readonly KubeObject[];
  unknown: UninstallPreview['unknown'];
}

const order: Readonly<Record<string, number>> = {
  Subscription: 0,
  ClusterServiceVersion: 1,
  InstallPlan: 2,
  Deployment: 3,
  Service: 4,
  ServiceAccount: 5,
};

/** Lists what goes and what stays; definitions and objects made from them always stay (OLM 74). */
export function uninstallPreview(facts: UninstallFacts): UninstallPreview {
  const roots = [...facts.subscriptions, facts.csv];
  const going = [
    ...new Map([...roots, ...facts.owned].map((object) => [identityOf(object), object])).values(),
  ];
  const rank = (object: KubeObject): number => order[object.kind] ?? 6;
  return {
    deletes: roots.map((object) => ({ ...describe(object), uid: object.metadata.uid ?? '' })),
    goes: going.sort((a, b) => rank(a) - rank(b) || compareTexts(identityOf(a), identityOf(b))).map(describe),
    stays: staying(facts),
    unknown: facts.unknown,
  };
}

function staying({ csv, instances, operatorGroups }: UninstallFacts): StayingObject[] {
  const { namespace } = csv.metadata;
  return [
    ...instances.map((instance) => ({
      kind: 'CustomResourceDefinition',
      name: instance.crd,
      ...optional({ count: instance.count }),
      why: whyCrd(instance),
    })),
    ...operatorGroups.map((group) => ({
      ...describe(group),
      why: { code: 'otherOperators' } as const,
    })),
    ...(namespace === undefined
      ? []
      : [{ kind: 'Namespace', name: namespace, why: { code: 'otherObjects' } as const }]),
  ];
}

function whyCrd({ kind, count }: InstanceCount): StayReason {
  if (count === undefined) return { code: 'uncounted', values: { kind } };
  return count === 0 ? { code: 'noInstances' } : { code: 'data', values: { kind, count } };
}

function describe({ kind, metadata }: KubeObject): GoingObject {
  return {
    kind,
    name: metadata.name ?? '',
    ...optional({ namespace: metadata.namespace }),
  };
}

function identityOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
