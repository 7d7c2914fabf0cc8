/** Whether what stands around the Deployments that serve is there: a webhook without its Service gets no answer (OLM 70). */
import type { ObjectWrite } from '../../plan/decision.ts';
import { rbacKey } from '../../plan/rbac.ts';
import type { CsvFacts } from '../facts.ts';
import { covers } from '../webhooks/configuration.ts';
import { servingObjects } from './objects.ts';
import { certified } from './serving.ts';

/**
 * What is not there, or leads elsewhere; nothing where nobody looks at Services. @param deployments of these alone; all when
 * absent
 */
export function missingServing(
  facts: CsvFacts,
  deployments?: ReadonlySet<string>,
): Extract<ObjectWrite, { kind: 'apply' }>[] {
  const { services } = facts;
  if (services === undefined) return [];
  return certified(facts)
    .filter(({ serving }) => deployments?.has(serving.deployment.name) !== false)
    .flatMap(({ serving }) => servingObjects(facts.csv, serving))
    .filter(({ object }) => {
      if (object.kind !== 'Service') return !facts.rbac.has(rbacKey(object));
      const there = services.get(object.metadata.name ?? '');
      return there === undefined || !covers(there['spec'], object['spec']);
    });
}
