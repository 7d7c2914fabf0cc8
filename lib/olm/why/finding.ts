/** What a walk is made over, and what it finds. */
import { optional } from '../../base/loose.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { remedyOf, type WhyAction, type WhyFix, type WhyReason } from './reasons.ts';

/** The kinds that a walk begins at; `Instance` is an object of any kind that an operator provides. */
export type SubjectKind = 'ClusterServiceVersion' | 'InstallPlan' | 'Instance' | 'Subscription';

/** Lists that a walk needs, by the names of `lib/k8s/resources.ts`. */
export const WHY_LISTS = [
  ...(['subscriptions', 'catalogSources', 'installPlans', 'clusterServiceVersions'] as const),
  ...(['deployments', 'pods', 'events'] as const),
  ...(['statefulSets', 'daemonSets', 'jobs', 'persistentVolumeClaims'] as const),
] as const;

/** What only instances have. */
const OF_INSTANCES: ReadonlySet<string> = new Set([
  'statefulSets',
  'daemonSets',
  'jobs',
  'persistentVolumeClaims',
]);
const OF_WISHES: ReadonlySet<string> = new Set(['subscriptions', 'catalogSources', 'installPlans']);

/** The lists that a walk from this kind looks at. */
export function listsFor(kind: SubjectKind): WhyList[] {
  const skipped = kind === 'Instance' ? OF_WISHES : OF_INSTANCES;
  return WHY_LISTS.filter((list) => !skipped.has(list));
}

/** Lists of the whole cluster that are read only where a webhook does not answer. */
export const WEBHOOK_CONFIGURATIONS = [
  'validatingWebhookConfigurations',
  'mutatingWebhookConfigurations',
] as const;

/** Read only of a namespace that such a webhook leads to. */
export const BEHIND_WEBHOOKS = [
  ...(['services', 'endpointSlices', 'deployments', 'pods', 'events', 'clusterServiceVersions'] as const),
] as const;

/** One of the lists. */
export type WhyList =
  (typeof BEHIND_WEBHOOKS)[number] | (typeof WEBHOOK_CONFIGURATIONS)[number] | (typeof WHY_LISTS)[number];

/** Everything that was read. A list that is absent could not be read, and is never taken for empty. */
export interface WhyFacts {
  /** The namespace is empty where the object has none. */
  subject: { kind: SubjectKind; namespace: string; name: string };
  /** Of a walk from an instance: its kind; and itself, unless it is not there. */
  api?: Resource;
  instance?: KubeObject;
  /** Namespaces whose workloads may not be read, though others may. */
  unseen?: readonly string[];
  lists: { [list in WhyList]?: readonly KubeObject[] };
  /** By namespace: what stands behind webhooks that do not answer, and their owners. */
  behind?: Readonly<Record<string, WhyFacts['lists']>>;
}

/** A link of the chain from the wish to the process. */
export type Link =
  | 'subscription'
  | 'catalog'
  | 'resolution'
  | 'plan'
  | 'csv'
  | 'requirement'
  | 'deployment'
  | 'replicaSet'
  | 'pod'
  | 'container'
  | 'instance'
  | 'volume'
  | 'apiService'
  | 'webhook';

/** A broken link. */
export interface WhyFinding {
  link: Link;
  /** The object, and of a pod the container. */
  on: { kind: string; namespace?: string; name: string; container?: string };
  reason: WhyReason;
  fix: WhyFix;
  action?: WhyAction;
  /** The cluster's own words. */
  detail?: string;
  exitCode?: number;
  /** The CSV that a webhook belongs to. */
  owner?: { namespace: string; name: string };
}

/** `progressing` is neither: nothing is wrong, and it does not run yet. */
export type WhyHealth = 'broken' | 'healthy' | 'progressing' | 'unknown';

/** Findings in the order of the chain, and the lists without which the rest is not judged. */
export interface WhyVerdict {
  health: WhyHealth;
  findings: WhyFinding[];
  notJudged: WhyList[];
}

/** What a part of the walk found, before it is judged as a whole. */
export type WalkedLinks = Omit<WhyVerdict, 'health'>;

/** Where something was found. */
export interface LinkPlace {
  link: Link;
  on: WhyFinding['on'];
}

/** With what helps against it. */
export function finding(
  place: LinkPlace,
  reason: WhyReason,
  more: { detail?: string | undefined; exitCode?: number | undefined } = {},
): WhyFinding {
  return { ...place, reason, ...remedyOf(reason), ...optional(more) };
}

/** The place of an object. */
export function placeAt(link: Link, { kind, metadata }: KubeObject): LinkPlace {
  return { link, on: { kind, ...optional({ namespace: metadata.namespace }), name: metadata.name } };
}
