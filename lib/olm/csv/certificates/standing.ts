/** Whether what stands around the Deployments that serve is there: a webhook without its Service gets no answer (OLM 70). */
import type { KubeObject } from '../../../k8s/object.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import { rbacKey } from '../../plan/rbac.ts';
import type { CsvFacts } from '../facts.ts';
import { covers } from '../webhooks/configuration.ts';
import { servingObjects } from './objects.ts';
import { certified } from './serving.ts';

/** What is not there, leads elsewhere, or belongs to the version before. @param deployments of these alone; all when absent */
export function missingServing(
  facts: CsvFacts,
  deployments?: ReadonlySet<string>,
): Extract<ObjectWrite, { kind: 'apply' }>[] {
  const { services } = facts;
  return certified(facts)
    .filter(({ serving }) => deployments?.has(serving.deployment.name) !== false)
    .flatMap(({ serving }) => servingObjects(facts, serving))
    .filter(({ object }) => {
      if (object.kind !== 'Service') return !facts.rbac.has(rbacKey(object));
      return !isAsWanted(services.get(object.metadata.name ?? ''), object);
    });
}

function isAsWanted(there: KubeObject | undefined, { metadata, spec }: KubeObject): boolean {
  const { labels, ownerReferences = [] } = metadata;
  const owners = new Set(there?.metadata.ownerReferences?.map(({ uid }) => uid));
  return (
    covers(there?.metadata.labels, labels) &&
    ownerReferences.every(({ uid }) => owners.has(uid)) &&
    covers(there?.['spec'], spec)
  );
}
