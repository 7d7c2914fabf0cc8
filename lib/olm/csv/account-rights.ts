/**
 * The accounts of a CSV, and whether they may do what it asks for (OLM 66): by the roles made for it, or by whatever else
 * grants it. Source: OLM `pkg/controller/operators/olm/requirements.go` (permissionStatus).
 */
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { grantedRules, isGranted, type RbacRule } from '../../k8s/rbac.ts';
import type { CsvFacts } from './facts.ts';
import { generatedRbac, rbacKey, strategyServiceAccounts } from '../plan/rbac.ts';
import type { PolicyRule } from '../api/catalog.ts';
import type { RequirementStatus, StrategyPermissions } from '../api/types.ts';

type Dependent = NonNullable<RequirementStatus['dependents']>[number];
type Scope = 'permissions' | 'clusterPermissions';

/** One for each account that the install strategy names. */
export function accountStatuses(facts: CsvFacts): RequirementStatus[] {
  return strategyServiceAccounts(facts.csv.spec).map((account) => serviceAccount(facts, account));
}

/** Some account of the CSV is there, and not all that was to be made for it: others may have given it what it needs. */
export function mayHaveOtherRights(facts: CsvFacts): boolean {
  return SCOPES.some((scope) =>
    permissionsOf(facts, scope).some(
      (permission) =>
        accountProblem(facts, permission.serviceAccountName) === undefined &&
        !hasOwnRoles(facts, scope, permission),
    ),
  );
}

const SCOPES: readonly Scope[] = ['permissions', 'clusterPermissions'];

function permissionsOf({ csv }: CsvFacts, scope: Scope): StrategyPermissions[] {
  return csv.spec.install.spec?.[scope] ?? [];
}

function serviceAccount(facts: CsvFacts, name: string): RequirementStatus {
  const base = { group: '', version: 'v1', kind: 'ServiceAccount', name };
  const found = { ...base, ...optional({ uuid: facts.serviceAccounts.get(name)?.metadata.uid }) };
  const problem = accountProblem(facts, name);
  if (problem !== undefined) return { ...found, ...problem };
  const dependents = policyRules(facts, name);
  const satisfied = dependents.every((dependent) => dependent.status === 'Satisfied');
  return {
    ...found,
    status: satisfied ? 'Present' : 'PresentNotSatisfied',
    message: satisfied ? '' : 'Policy rule not satisfied for service account',
    dependents,
  };
}

function accountProblem(
  { csv, serviceAccounts }: CsvFacts,
  name: string,
): Pick<RequirementStatus, 'status' | 'message'> | undefined {
  const account = serviceAccounts.get(name);
  if (account === undefined) return { status: 'NotPresent', message: 'Service account does not exist' };
  if (!isOfAnotherCsv(account, csv.metadata.uid)) return undefined;
  const message = 'Service account is owned by another ClusterServiceVersion';
  return { status: 'PresentNotSatisfied', message };
}

function isOfAnotherCsv({ metadata }: KubeObject, uid: string | undefined): boolean {
  const owners = (metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'ClusterServiceVersion');
  return owners.length > 0 && !owners.some((owner) => owner.uid === uid);
}

function policyRules(facts: CsvFacts, account: string): Dependent[] {
  return SCOPES.flatMap((scope) =>
    permissionsOf(facts, scope)
      .filter((permission) => permission.serviceAccountName === account)
      .flatMap((permission) => dependentRules(facts, scope, permission)),
  );
}

function dependentRules(facts: CsvFacts, scope: Scope, permission: StrategyPermissions): Dependent[] {
  const own = hasOwnRoles(facts, scope, permission);
  const granted = own ? [] : grantedTo(facts, scope, permission);
  const prefix = scope === 'permissions' ? 'namespaced' : 'cluster';
  return permission.rules.map((rule) => {
    const isMet = own || isGranted(granted, rule);
    return {
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      kind: 'PolicyRule',
      status: isMet ? 'Satisfied' : 'NotSatisfied',
      message: `${prefix} rule:${ruleJson(rule)}`,
    };
  });
}

/** The roles and bindings made for this CSV are there. */
function hasOwnRoles({ csv, rbac }: CsvFacts, scope: Scope, permission: StrategyPermissions): boolean {
  const { name, namespace = '' } = csv.metadata;
  const strategy = { deployments: [], [scope]: [permission] };
  const spec = { ...csv.spec, install: { ...csv.spec.install, spec: strategy } };
  return generatedRbac({ name, namespace, spec })
    .filter((object) => object.kind !== 'ServiceAccount')
    .every((object) => rbac.has(rbacKey(object)));
}

/** By whatever others have made, without what another CSV takes along when it goes. */
function grantedTo(
  { csv, grants }: CsvFacts,
  scope: Scope,
  { serviceAccountName: name }: StrategyPermissions,
): RbacRule[] {
  if (grants === undefined) return [];
  const { namespace = '' } = csv.metadata;
  const lasting = (objects: readonly KubeObject[]): KubeObject[] =>
    objects.filter((object) => !isOfAnotherCsv(object, csv.metadata.uid));
  const stays = {
    roles: lasting(grants.roles),
    roleBindings: lasting(grants.roleBindings),
    clusterRoles: lasting(grants.clusterRoles),
    clusterRoleBindings: lasting(grants.clusterRoleBindings),
  };
  return grantedRules(stays, { namespace, name }, scope === 'permissions' ? namespace : undefined);
}

/** As Go writes it: tools compare the text. */
function ruleJson({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  const rest = { apiGroups, resources, resourceNames, nonResourceURLs };
  const said = Object.entries(rest).filter(([, list]) => list !== undefined && list.length > 0);
  return JSON.stringify({ verbs, ...Object.fromEntries(said) });
}
