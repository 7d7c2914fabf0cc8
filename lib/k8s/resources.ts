/** The resource types that Capstan itself reads, writes and offers in forms. Others are found by API discovery. */
import type { Resource } from './object.ts';

function resource(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: true };
}

function clusterResource(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: false };
}

const OLM = 'operators.coreos.com';
const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';

/** By the name that code uses; OLM's kinds in the version that Capstan works with. */
export const resources = {
  namespaces: clusterResource('', 'v1', 'namespaces', 'Namespace'),
  pods: resource('', 'v1', 'pods', 'Pod'),
  events: resource('', 'v1', 'events', 'Event'),
  services: resource('', 'v1', 'services', 'Service'),
  endpointSlices: resource('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice'),
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
  apiServices: clusterResource('apiregistration.k8s.io', 'v1', 'apiservices', 'APIService'),
  validatingWebhookConfigurations: clusterResource(
    ADMISSION,
    'v1',
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
  ),
  mutatingWebhookConfigurations: clusterResource(
    ADMISSION,
    'v1',
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
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
  selfSubjectRulesReviews: clusterResource(
    'authorization.k8s.io',
    'v1',
    'selfsubjectrulesreviews',
    'SelfSubjectRulesReview',
  ),
  subjectAccessReviews: clusterResource(
    'authorization.k8s.io',
    'v1',
    'subjectaccessreviews',
    'SubjectAccessReview',
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
  persistentVolumeClaims: resource('', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  persistentVolumes: clusterResource('', 'v1', 'persistentvolumes', 'PersistentVolume'),
  nodes: clusterResource('', 'v1', 'nodes', 'Node'),
  replicaSets: resource('apps', 'v1', 'replicasets', 'ReplicaSet'),
  statefulSets: resource('apps', 'v1', 'statefulsets', 'StatefulSet'),
  daemonSets: resource('apps', 'v1', 'daemonsets', 'DaemonSet'),
  cronJobs: resource('batch', 'v1', 'cronjobs', 'CronJob'),
  jobs: resource('batch', 'v1', 'jobs', 'Job'),
  storageClasses: clusterResource('storage.k8s.io', 'v1', 'storageclasses', 'StorageClass'),
  ingressClasses: clusterResource('networking.k8s.io', 'v1', 'ingressclasses', 'IngressClass'),
  ingresses: resource('networking.k8s.io', 'v1', 'ingresses', 'Ingress'),
  runtimeClasses: clusterResource('node.k8s.io', 'v1', 'runtimeclasses', 'RuntimeClass'),
} as const satisfies Record<string, Resource>;

const KNOWN: readonly Resource[] = Object.values(resources);

/** A kind as somebody named it; group and version may be missing. */
export interface KindName {
  readonly kind: string;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
}

/** The type of this kind, found without asking the cluster. Without a group a kind of the cluster's own is meant, none of OLM. */
export function knownKind(name: KindName): Resource | undefined {
  return KNOWN.find(
    ({ kind, group, version }) =>
      kind === name.kind &&
      (name.group === undefined ? group !== OLM : group === name.group) &&
      (name.version === undefined || version === name.version),
  );
}
