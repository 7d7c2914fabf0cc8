/**
 * Which kinds a bundle may carry and where the API server keeps them.
 * Source: operator-registry `pkg/lib/bundle/supported_resources.go` and the steps of OLM's catalog operator.
 */
import type { Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import type { GroupVersionKind } from '../api/catalog.ts';

/** Where objects of a supported kind are written to (OLM 50). */
export interface PlanKind {
  resource: Resource;
  /** The API may be missing from a cluster; then the operator is installed without this object. */
  optional: boolean;
}

const ALWAYS_SERVED: readonly Resource[] = [
  resources.clusterServiceVersions,
  resources.subscriptions,
  resources.customResourceDefinitions,
  resources.serviceAccounts,
  resources.services,
  resources.configMaps,
  resources.secrets,
  resources.roles,
  resources.roleBindings,
  resources.clusterRoles,
  resources.clusterRoleBindings,
  resources.podDisruptionBudgets,
  resources.priorityClasses,
  resources.networkPolicies,
];

/** Kinds that come from somebody's CRD, whose plurals end in a mere s; any version of theirs is accepted. */
const FROM_A_CRD: readonly { group: string; kinds: readonly string[]; namespaced: boolean }[] = [
  { group: 'monitoring.coreos.com', kinds: ['PrometheusRule', 'ServiceMonitor'], namespaced: true },
  { group: 'autoscaling.k8s.io', kinds: ['VerticalPodAutoscaler'], namespaced: true },
  {
    group: 'console.openshift.io',
    kinds: ['ConsoleYAMLSample', 'ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin'],
    namespaced: false,
  },
];

/** The place of a kind, or undefined when plans do not support it. */
export function planKind(gvk: GroupVersionKind): PlanKind | undefined {
  // Upstream writes bundle Secrets as kind BundleSecret in steps.
  const kind = gvk.kind === 'BundleSecret' ? 'Secret' : gvk.kind;
  const served = ALWAYS_SERVED.find(
    (resource) => resource.group === gvk.group && resource.version === gvk.version && resource.kind === kind,
  );
  if (served !== undefined) return { resource: served, optional: false };
  const { group, version } = gvk;
  const dynamic = FROM_A_CRD.find((entry) => entry.group === group && entry.kinds.includes(kind));
  if (dynamic === undefined) return undefined;
  const { namespaced } = dynamic;
  return {
    resource: { group, version, kind, plural: `${kind.toLowerCase()}s`, namespaced },
    optional: true,
  };
}

/**
 * A kind that plans know, in a version that no cluster has served for years, such as `policy/v1beta1`. Told apart from
 * kinds that nobody supports, because upstream says something else of it.
 */
export function isVersionGone(gvk: GroupVersionKind): boolean {
  const kind = gvk.kind === 'BundleSecret' ? 'Secret' : gvk.kind;
  return (
    planKind(gvk) === undefined &&
    ALWAYS_SERVED.some((resource) => resource.group === gvk.group && resource.kind === kind)
  );
}

/** Name of the CRD behind a kind of `FROM_A_CRD`. */
export function crdNameOf(resource: Resource): string {
  return `${resource.plural}.${resource.group}`;
}
