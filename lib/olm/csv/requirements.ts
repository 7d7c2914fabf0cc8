/**
 * What a CSV needs before its Deployments may run: server version, CRDs, APIs, accounts with their rights.
 * Source: OLM `pkg/controller/operators/olm/requirements.go`; texts are upstream's.
 */
import type { CsvFacts } from './facts.ts';
import type { CrdFacts } from '../plan/crd.ts';
import { generatedRbac, rbacKey, strategyServiceAccounts } from '../plan/rbac.ts';
import type { CrdDescription, RequirementStatus, StrategyPermissions } from '../api/types.ts';
import { compareVersions } from '../api/version.ts';

type Dependent = NonNullable<RequirementStatus['dependents']>[number];

/** Whether a CSV may be installed, requirement by requirement (OLM 65). */
export interface RequirementsVerdict {
  met: boolean;
  /** In the order minKubeVersion, CRDs, APIs, ServiceAccounts. */
  statuses: RequirementStatus[];
}

/** Checks server version, definitions, APIs and rights (OLM 61, 65, 66); met when each of them is Present. */
export function checkRequirements(facts: CsvFacts): RequirementsVerdict {
  const statuses = [
    ...serverVersion(facts),
    ...definitions(facts),
    ...servedApis(facts),
    ...strategyServiceAccounts(facts.csv.spec).map((account) => serviceAccount(facts, account)),
  ];
  return { met: statuses.every((status) => status.status === 'Present'), statuses };
}

function serverVersion({ csv, serverVersion: server }: CsvFacts): RequirementStatus[] {
  const min = csv.spec.minKubeVersion;
  if (min === undefined || min === '') return [];
  const base = {
    group: 'operators.coreos.com',
    version: 'v1alpha1',
    kind: 'ClusterServiceVersion',
    name: csv.metadata.name ?? '',
  };
  if (compareVersions(min.replace(/^v/, ''), server) > 0) {
    const message = `CSV version requirement not met: minKubeVersion (${min}) > server version (${server})`;
    return [{ ...base, status: 'PresentNotSatisfied', message }];
  }
  return [
    {
      ...base,
      status: 'Present',
      message: `CSV minKubeVersion (${min}) less than server version (${server})`,
    },
  ];
}

function definitions(facts: CsvFacts): RequirementStatus[] {
  const { owned = [], required = [] } = facts.csv.spec.customresourcedefinitions ?? {};
  return [...owned, ...required].map((wanted) => definition(wanted, facts.crds.get(wanted.name)));
}

function definition(wanted: CrdDescription, crd: CrdFacts | undefined): RequirementStatus {
  const base = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    name: wanted.name,
  };
  if (crd === undefined) return { ...base, status: 'NotPresent', message: 'CRD is not present' };
  const found = { ...base, uuid: crd.uid };
  if (!crd.servedVersions.includes(wanted.version)) {
    return { ...found, status: 'NotPresent', message: 'CRD version not served' };
  }
  if (!crd.established) {
    const message =
      crd.namesConflict ?? 'CRD is present but the Established condition is False (not available)';
    return { ...found, status: 'PresentNotAvailable', message };
  }
  return { ...found, status: 'Present', message: 'CRD is present and Established condition is true' };
}

/** `group/version/Kind` of the APIs that only discovery can tell about. */
export function requiredApis(csv: CsvFacts['csv']): { group: string; version: string; kind: string }[] {
  return [...(csv.spec.nativeAPIs ?? []), ...(csv.spec.apiservicedefinitions?.required ?? [])];
}

function servedApis(facts: CsvFacts): RequirementStatus[] {
  return requiredApis(facts.csv).map(({ group, version, kind }) => {
    const served = facts.servedApis.has(`${group}/${version}/${kind}`);
    return {
      group,
      version,
      kind,
      name: '',
      status: served ? 'Present' : 'NotPresent',
      message: served ? 'Native API exists' : 'Native API does not exist',
    };
  });
}

function serviceAccount(facts: CsvFacts, name: string): RequirementStatus {
  const base = { group: '', version: 'v1', kind: 'ServiceAccount', name };
  const account = facts.serviceAccounts.get(name);
  if (account === undefined) {
    return { ...base, status: 'NotPresent', message: 'Service account does not exist' };
  }
  const found = { ...base, ...(account.metadata.uid === undefined ? {} : { uuid: account.metadata.uid }) };
  const owners = (account.metadata.ownerReferences ?? []).filter(
    (owner) => owner.kind === 'ClusterServiceVersion',
  );
  if (owners.length > 0 && !owners.some((owner) => owner.uid === facts.csv.metadata.uid)) {
    const message = 'Service account is owned by another ClusterServiceVersion';
    return { ...found, status: 'PresentNotSatisfied', message };
  }
  const dependents = policyRules(facts, name);
  const satisfied = dependents.every((dependent) => dependent.status === 'Satisfied');
  return {
    ...found,
    status: satisfied ? 'Present' : 'PresentNotSatisfied',
    message: satisfied ? '' : 'Policy rule not satisfied for service account',
    ...(satisfied ? {} : { dependents }),
  };
}

/** Rights count as there when the roles and bindings made for this CSV are. */
function policyRules(facts: CsvFacts, account: string): Dependent[] {
  const { csv } = facts;
  const strategy = csv.spec.install.spec;
  const rulesOf = (scope: 'permissions' | 'clusterPermissions', prefix: string): Dependent[] =>
    (strategy?.[scope] ?? [])
      .filter((permission) => permission.serviceAccountName === account)
      .flatMap((permission) => dependentRules(facts, scope, permission, prefix));
  return [...rulesOf('permissions', 'namespaced'), ...rulesOf('clusterPermissions', 'cluster')];
}

function dependentRules(
  { csv, rbac }: CsvFacts,
  scope: 'permissions' | 'clusterPermissions',
  permission: StrategyPermissions,
  prefix: string,
): Dependent[] {
  const only = {
    ...csv.spec,
    install: { ...csv.spec.install, spec: { deployments: [], [scope]: [permission] } },
  };
  const wanted = generatedRbac({
    name: csv.metadata.name ?? '',
    namespace: csv.metadata.namespace ?? '',
    spec: only,
  }).filter((object) => object.kind !== 'ServiceAccount');
  const there = wanted.every((object) => rbac.has(rbacKey(object)));
  return permission.rules.map((rule) => ({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    kind: 'PolicyRule',
    status: there ? 'Satisfied' : 'NotSatisfied',
    message: `${prefix} rule:${JSON.stringify(rule)}`,
  }));
}
