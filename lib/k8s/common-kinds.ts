/** Kinds that fields of other objects name most; found without asking the cluster. Others are found by discovery. */
import type { Resource } from './object.ts';
import { resources } from './resources.ts';

function namespaced(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: true };
}

function clusterWide(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: false };
}

const KINDS: readonly Resource[] = [
  resources.secrets,
  resources.configMaps,
  resources.serviceAccounts,
  resources.namespaces,
  resources.services,
  resources.pods,
  resources.deployments,
  resources.roles,
  resources.clusterRoles,
  resources.priorityClasses,
  namespaced('', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  clusterWide('', 'persistentvolumes', 'PersistentVolume'),
  clusterWide('', 'nodes', 'Node'),
  namespaced('apps', 'statefulsets', 'StatefulSet'),
  namespaced('apps', 'daemonsets', 'DaemonSet'),
  clusterWide('storage.k8s.io', 'storageclasses', 'StorageClass'),
  clusterWide('networking.k8s.io', 'ingressclasses', 'IngressClass'),
  namespaced('networking.k8s.io', 'ingresses', 'Ingress'),
  clusterWide('node.k8s.io', 'runtimeclasses', 'RuntimeClass'),
];

/** The built-in type of this kind. A group or version that it does not have leaves it out. */
export function commonKind(hint: {
  readonly kind: string;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
}): Resource | undefined {
  return KINDS.find(
    ({ kind, group, version }) =>
      kind === hint.kind &&
      (hint.group === undefined || hint.group === group) &&
      (hint.version === undefined || hint.version === version),
  );
}
