/**
 * What a CSV that is gone has left behind. Objects of the whole cluster, and copies in other namespaces, cannot name it as
 * their owner, so Kubernetes does not collect them; a plan that was still at work when the CSV went may write one last.
 * Source: OLM 74; `syncGCObject` of OLM's operator does the same for ClusterRoles and ClusterRoleBindings.
 */
import { refTo, type KubeObject, type Resource } from '../../k8s/object.ts';
import type { Decision } from '../plan/decision.ts';
import { OWNER_KIND_LABEL, OWNER_LABEL, OWNER_NAMESPACE_LABEL, ownerLabels } from '../api/labels.ts';
import type { InstallPlan } from '../api/types.ts';

/** What bears the labels of one CSV, and which CSVs of its namespace are there or coming. */
export interface RemainsFacts {
  /** Value of the owner label: the CSV's name, or a short form of a long one. */
  owner: { label: string; namespace: string };
  /** What bears the labels of the CSV. */
  labelled: readonly { resource: Resource; object: KubeObject }[];
  /** Names of the CSVs that the namespace has. */
  csvs: readonly string[];
  /** Names of the CSVs that plans at work there are still to bring. */
  coming: readonly string[];
}

/** What is to be deleted: nothing as long as the CSV is there, or on its way. */
export function decideRemains(facts: RemainsFacts): Decision<never> {
  const { label, namespace } = facts.owner;
  const isIt = (name: string): boolean => ownerLabels({ name, namespace })[OWNER_LABEL] === label;
  if (facts.csvs.some(isIt) || facts.coming.some(isIt)) return { actions: [] };
  return {
    actions: facts.labelled
      .filter(({ object }) => isOurs(object, facts.owner) && !isCollected(object, namespace))
      .map(({ resource, object }) => {
        const uid = object.metadata.uid ?? '';
        return { kind: 'delete', resource, ref: refTo(object), uid };
      }),
  };
}

function isOurs({ metadata }: KubeObject, owner: { label: string; namespace: string }): boolean {
  const labels = metadata.labels ?? {};
  return (
    labels[OWNER_KIND_LABEL] === 'ClusterServiceVersion' &&
    labels[OWNER_LABEL] === owner.label &&
    labels[OWNER_NAMESPACE_LABEL] === owner.namespace &&
    metadata.deletionTimestamp === undefined
  );
}

/** By the garbage collector of Kubernetes, once its maker has named the CSV as its owner; what has no owner somebody else made. */
function isCollected({ metadata }: KubeObject, namespace: string): boolean {
  return metadata.namespace === namespace || (metadata.ownerReferences ?? []).length > 0;
}

/** Whether a plan has been let loose and has not come to its end. */
export function isAtWork(plan: InstallPlan): boolean {
  const phase = plan.status?.phase ?? '';
  return plan.spec.approved && phase !== 'Complete' && phase !== 'Failed';
}
