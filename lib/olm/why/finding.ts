/** What a walk is made over, and what it finds. */
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { remedyOf, type WhyAction, type WhyFix, type WhyReason } from './reasons.ts';

/** The kinds that a walk begins at. */
export type SubjectKind = 'ClusterServiceVersion' | 'Subscription';

/** Lists that a walk needs, by the names of `lib/k8s/resources.ts`. */
export const WHY_LISTS = [
  ...(['subscriptions', 'catalogSources', 'installPlans', 'clusterServiceVersions'] as const),
  ...(['deployments', 'pods', 'events'] as const),
] as const;

/** One of the lists. */
export type WhyList = (typeof WHY_LISTS)[number];

/** Everything that was read. A list that is absent could not be read, and is never taken for empty. */
export interface WhyFacts {
  subject: { kind: SubjectKind; namespace: string; name: string };
  lists: { [list in WhyList]?: readonly KubeObject[] };
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
  | 'apiService';

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
}

/** `progressing` is neither: nothing is wrong, and it does not run yet. */
export type WhyHealth = 'broken' | 'healthy' | 'progressing' | 'unknown';

/** Findings in the order of the chain, and the lists without which the rest is not judged. */
export interface WhyVerdict {
  health: WhyHealth;
  findings: WhyFinding[];
  notJudged: WhyList[];
}

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
  return { link, on: { kind, ...optional({ namespace: metadata.namespace }), name: metadata.name ?? '' } };
}
