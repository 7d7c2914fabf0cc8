/** What is in the way of the operators of a namespace, a line for each: for lists. */
import type { KubeObject } from '../../k8s/object.ts';
import type { SubjectKind, WhyFacts, WhyFinding } from './finding.ts';
import { why } from './walk.ts';

/** An operator that is broken, and its first cause. */
export interface WhyTrouble {
  kind: SubjectKind;
  namespace: string;
  name: string;
  finding: WhyFinding;
}

/** Of each CSV, and of each Subscription, in the namespace of the subject that is broken. The facts are those of any of them. */
export function troubles(facts: WhyFacts): WhyTrouble[] {
  const { subscriptions = [], clusterServiceVersions = [] } = facts.lists;
  return [
    ...clusterServiceVersions.flatMap((csv) => troubleOf('ClusterServiceVersion', csv, facts)),
    ...subscriptions.flatMap((subscription) => troubleOf('Subscription', subscription, facts)),
  ];
}

function troubleOf(kind: SubjectKind, { metadata }: KubeObject, facts: WhyFacts): WhyTrouble[] {
  const { namespace } = facts.subject;
  const { name } = metadata;
  if (metadata.namespace !== namespace) return [];
  const { health, findings } = why({ ...facts, subject: { kind, namespace, name } });
  const [first] = findings;
  return health === 'broken' && first !== undefined ? [{ kind, namespace, name, finding: first }] : [];
}
