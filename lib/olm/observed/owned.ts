/** What a CSV brought and takes along when it is deleted (OLM 74): found by its owner labels. */
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import type { CsvFacts } from '../csv/facts.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import type { ObjectReader } from './objects.ts';

/** In the order in which they are taken away: a binding whose role is gone binds nothing. */
export const RBAC_TYPES: readonly Resource[] = [
  resources.roleBindings,
  resources.clusterRoleBindings,
  resources.roles,
  resources.clusterRoles,
];

/** They cannot name their CSV as owner, and one that is left behind may keep everybody from what it is about. */
export const WEBHOOK_TYPES: readonly Resource[] = [
  resources.validatingWebhookConfigurations,
  resources.mutatingWebhookConfigurations,
];

/** Types that a CSV alone has objects of, wherever they are. */
const SOLELY_OWNED: readonly Resource[] = [
  resources.deployments,
  resources.operatorConditions,
  ...RBAC_TYPES,
];

/** Types of which several CSVs may share an object; those of the CSV's own namespace count. */
export const SHARED_TYPES: readonly Resource[] = [
  resources.services,
  resources.configMaps,
  resources.serviceAccounts,
  resources.podDisruptionBudgets,
];

/** Of the types that only one CSV can own; an object that a newer version has taken over carries that one's labels. */
export function solelyOwned(reader: ObjectReader, csv: ClusterServiceVersion): CsvFacts['ownedObjects'] {
  const { name, namespace = '' } = csv.metadata;
  return SOLELY_OWNED.flatMap((resource) =>
    reader.ownedBy(resource, { name, namespace }).map((object) => ({ resource, object })),
  );
}

/** Nobody else's, so that it may go with the CSV. */
export function isSoleOwner(object: KubeObject, csv: ClusterServiceVersion): boolean {
  return (object.metadata.ownerReferences ?? []).every((owner) => owner.uid === csv.metadata.uid);
}
