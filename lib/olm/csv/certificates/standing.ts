/** Whether what stands around the Deployments that serve is there: a webhook without its Service gets no answer (OLM 70). */
import { optional } from '../../../base/loose.ts';
import type { KubeObject } from '../../../k8s/object.ts';
import { resources } from '../../../k8s/resources.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import { rbacKey } from '../../plan/rbac.ts';
import type { CsvFacts, DeploymentCertificate } from '../facts.ts';
import { covers } from '../webhooks/configuration.ts';
import { secretOf, servingObjects } from './objects.ts';
import { certified } from './serving.ts';

/** What is not there, leads elsewhere, or belongs to the version before. @param deployments of these alone; all when absent */
export function missingServing(
  facts: CsvFacts,
  deployments?: ReadonlySet<string>,
): Extract<ObjectWrite, { kind: 'apply' | 'patch' }>[] {
  const { services } = facts;
  const all = certified(facts).filter(({ serving }) => deployments?.has(serving.deployment.name) !== false);
  const around = all
    .flatMap(({ serving }) => servingObjects(facts, serving))
    .filter(({ object }) => {
      if (object.kind !== 'Service') return !facts.rbac.has(rbacKey(object));
      return !isAsWanted(services.get(object.metadata.name), object);
    });
  return [
    ...all.flatMap(({ serving, has }) => adoption(secretOf(facts.csv, serving), has?.owners)),
    ...around,
  ];
}

/**
 * What the version before serves with serves the next one too, and would go with it. As upstream, a Secret of somebody else,
 * or of nobody, is used and left to them. @param wanted the Secret as this version would make it
 */
function adoption(
  wanted: KubeObject,
  owners: DeploymentCertificate['owners'] = [],
): Extract<ObjectWrite, { kind: 'patch' }>[] {
  const { labels, ownerReferences: own = [] } = wanted.metadata;
  const isOurs = owners.some(({ uid }) => uid === own[0]?.uid);
  const { kind } = resources.clusterServiceVersions;
  if (isOurs || owners.length === 0 || owners.some((owner) => owner.kind !== kind)) return [];
  const metadata = { ...optional({ labels }), ownerReferences: [...owners, ...own] };
  return [{ kind: 'patch', resource: resources.secrets, object: wanted, metadata }];
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
