/** The resource types that Capstan itself reads and writes. Others are found by API discovery. */
import type { Resource } from './object.ts';

function resource(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: true };
}

function clusterResource(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: false };
}

const OLM = 'operators.coreos.com';
const RBAC = 'rbac.authorization.k8s.io';

/** By the name that code uses; OLM's kinds in the version that Capstan works with. */
export const resources = {
  namespaces: clusterResource('', 'v1', 'namespaces', 'Namespace'),
  pods: resource('', 'v1', 'pods', 'Pod'),
  events: resource('', 'v1', 'events', 'Event'),
  services: resource('', 'v1', 'services', 'Service'),
  configMaps: resource('', 'v1', 'configmaps', 'ConfigMap'),
  secrets: resource('', 'v1', 'secrets', 'Secret'),
  serviceAccounts: resource('', 'v1', 'serviceaccounts', 'ServiceAccount'),
  deployments: resource('apps', 'v1', 'deployments', 'Deployment'),
  roles: resource(RBAC, 'v1', 'roles', 'Role'),
  roleBindings: resource(RBAC, 'v1', 'rolebindings', 'RoleBinding'),
  clusterRoles: clusterResource(RBAC, 'v1', 'clusterroles', 'ClusterRole'),
  clusterRoleBindings: clusterResource(RBAC, 'v1', 'clusterrolebindings', 'ClusterRoleBinding'),
  leases: resource('coordination.k8s.io', 'v1', 'leases', 'Lease'),
  customResourceDefinitions: clusterResource(
    'apiextensions.k8s.io',
    'v1',
    'customresourcedefinitions',
    'CustomResourceDefinition',
  ),
  podDisruptionBudgets: resource('policy', 'v1', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  priorityClasses: clusterResource('scheduling.k8s.io', 'v1', 'priorityclasses', 'PriorityClass'),
  networkPolicies: resource('networking.k8s.io', 'v1', 'networkpolicies', 'NetworkPolicy'),
  selfSubjectAccessReviews: clusterResource(
    'authorization.k8s.io',
    'v1',
    'selfsubjectaccessreviews',
    'SelfSubjectAccessReview',
  ),
  selfSubjectReviews: clusterResource(
    'authentication.k8s.io',
    'v1',
    'selfsubjectreviews',
    'SelfSubjectReview',
  ),
  catalogSources: resource(OLM, 'v1alpha1', 'catalogsources', 'CatalogSource'),
  subscriptions: resource(OLM, 'v1alpha1', 'subscriptions', 'Subscription'),
  installPlans: resource(OLM, 'v1alpha1', 'installplans', 'InstallPlan'),
  clusterServiceVersions: resource(OLM, 'v1alpha1', 'clusterserviceversions', 'ClusterServiceVersion'),
  operatorGroups: resource(OLM, 'v1', 'operatorgroups', 'OperatorGroup'),
  operatorConditions: resource(OLM, 'v2', 'operatorconditions', 'OperatorCondition'),
  olmConfigs: clusterResource(OLM, 'v1', 'olmconfigs', 'OLMConfig'),
  operators: clusterResource(OLM, 'v1', 'operators', 'Operator'),
} as const satisfies Record<string, Resource>;
