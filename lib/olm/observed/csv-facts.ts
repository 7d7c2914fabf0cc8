/** What there is to know of one ClusterServiceVersion. */
import { optional } from '../../base/loose.ts';
import { byName, type KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { OWNER_LABEL, OWNER_NAMESPACE_LABEL, ownerLabels } from '../api/labels.ts';
import { apiServiceFacts } from '../csv/api-services.ts';
import { EXTENSION_NAMESPACE, sharedNames } from '../csv/certificates/objects.ts';
import { servingDeployments, type ServingFacts } from '../csv/certificates/serving.ts';
import type { CsvFacts } from '../csv/facts.ts';
import { isAtWork } from '../csv/remains.ts';
import { planBundles } from '../plan/bundle.ts';
import { crdFacts } from '../plan/crd.ts';
import { rbacKey } from '../plan/rbac.ts';
import { packageOfCsv } from '../subscription/orphans.ts';
import type { ClusterServiceVersion, InstallPlan, SubscriptionConfig } from '../api/types.ts';
import { providedApisOf } from '../tenancy/provided.ts';
import { failsForward, groupTargets, operatorGroups, ownCsvsIn, rivalGroups } from './namespace.ts';
import { objectsOf, type ObjectReader } from './objects.ts';
import { RBAC_TYPES, WEBHOOK_TYPES } from './owned.ts';
import { isInstallPlan, isOperatorCondition, isSubscription } from './shapes.ts';

/** What no object of the cluster says: the API server's version and APIs, and what has to be asked for. */
export type AskedOfServer = Pick<
  CsvFacts,
  'serverVersion' | 'servedApis' | 'ownedObjects' | 'goingInstances' | 'grants' | 'certificates' | 'leavesOut'
>;

/** @param csv with the status to decide from, which may be further than the one that the reader has */
export function csvFacts(reader: ObjectReader, csv: ClusterServiceVersion, asked: AskedOfServer): CsvFacts {
  const { name, namespace = '' } = csv.metadata;
  const { owned = [], required = [] } = csv.spec.customresourcedefinitions ?? {};
  const crds = [...owned, ...required].flatMap((crd) => {
    const object = reader.get(resources.customResourceDefinitions, { name: crd.name });
    const facts = object === undefined ? undefined : crdFacts(object);
    return facts === undefined ? [] : [facts];
  });
  const plans = plansOf(reader, namespace, name);
  return {
    csv,
    groups: groupTargets(reader, namespace),
    rivals: rivalGroups(reader, namespace, providedApisOf(csv)),
    failForward: failsForward(operatorGroups(reader, namespace)),
    siblings: ownCsvsIn(reader, namespace).filter((other) => other.metadata.name !== name),
    crds: new Map(crds.map((crd) => [crd.name, crd])),
    serviceAccounts: byName(reader.list(resources.serviceAccounts, namespace)),
    rbac: rbacOf(reader, { name, namespace }),
    deployments: byName(reader.list(resources.deployments, namespace)),
    services: byName(reader.list(resources.services, namespace)),
    operatorConditions: byName(
      objectsOf(reader, [resources.operatorConditions, isOperatorCondition], namespace),
    ),
    webhooks: WEBHOOK_TYPES.flatMap((resource) =>
      reader.ownedBy(resource, { name, namespace }).map((object) => ({ resource, object })),
    ),
    ...apiServiceFacts(reader.list(resources.apiServices), (ref) => isOwnerThere(reader, ref)),
    foreignBindings: foreignBindings(reader, { csv, ...optional({ leavesOut: asked.leavesOut }) }),
    config: configFor(reader, namespace, name, plans),
    packageName: packageOfCsv(csv),
    planRunning: plans.some(isAtWork),
    ...asked,
  };
}

function foreignBindings(reader: ObjectReader, facts: ServingFacts): Set<string> {
  const { namespace = '' } = facts.csv.metadata;
  const found = servingDeployments(facts).flatMap(({ service }) => {
    const { clusterRoleBinding, roleBinding } = sharedNames(service);
    return [
      reader.get(resources.clusterRoleBindings, { name: clusterRoleBinding }),
      reader.get(resources.roleBindings, { namespace: EXTENSION_NAMESPACE, name: roleBinding }),
    ];
  });
  return new Set(
    found.flatMap((object) => {
      const { name = '', labels } = object?.metadata ?? {};
      const owner = labels?.[OWNER_NAMESPACE_LABEL];
      return owner === undefined || owner === namespace ? [] : [name];
    }),
  );
}

/** By the value of its owner label, which is short for a long name. */
function isOwnerThere(
  reader: ObjectReader,
  { namespace, name }: { namespace: string; name: string },
): boolean {
  return ownCsvsIn(reader, namespace).some(
    ({ metadata }) => ownerLabels({ name: metadata.name, namespace })[OWNER_LABEL] === name,
  );
}

function plansOf(reader: ObjectReader, namespace: string, csv: string): InstallPlan[] {
  return objectsOf(reader, [resources.installPlans, isInstallPlan], namespace).filter((plan) =>
    planBundles(plan)?.some((bundle) => bundle.csv === csv),
  );
}

function rbacOf(reader: ObjectReader, csv: { name: string; namespace: string }): Map<string, KubeObject> {
  return new Map(
    RBAC_TYPES.flatMap((resource) =>
      reader
        .ownedBy(resource, csv)
        .map((object): [string, KubeObject] => [rbacKey({ ...object, kind: resource.kind }), object]),
    ),
  );
}

/** By the Subscription's status, or by the plan, which knows before the status does. */
function configFor(
  reader: ObjectReader,
  namespace: string,
  csv: string,
  plans: readonly InstallPlan[],
): SubscriptionConfig | undefined {
  const byPlan = new Set(
    plans
      .flatMap((plan) => planBundles(plan) ?? [])
      .flatMap((bundle) => (bundle.csv === csv ? [bundle.subscription] : [])),
  );
  const subscription = objectsOf(reader, [resources.subscriptions, isSubscription], namespace).find(
    ({ metadata, status }) =>
      status?.installedCSV === csv || status?.currentCSV === csv || byPlan.has(metadata.name),
  );
  return subscription?.spec.config;
}
