/** An operator as Helm leaves it in a cluster, and a definition that nobody works on. */
import type { KubeObject, Resource } from '../../lib/k8s/object.ts';
import { resources } from '../../lib/k8s/resources.ts';
import type { KubeClient } from '../../server/kube/types.ts';
import { eventually } from './eventually.ts';

/** Name of the Deployment, its ServiceAccount, role and binding. */
export const HELM_OPERATOR = 'boat-operator';

/** The kind that it serves, in a group that is the test's own. */
function boatsOf(group: string): Resource {
  return { group, version: 'v1', plural: 'boats', kind: 'Boat', namespaced: true };
}

/** The kind that nobody serves. */
export function anchorsOf(group: string): Resource {
  return { group: `old.${group}`, version: 'v1', plural: 'anchors', kind: 'Anchor', namespaced: true };
}

function definitionOf({ group, version, plural, kind }: Resource): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope: 'Namespaced' },
      names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

/** Resolves once the cluster serves both kinds; then there is a Boat `north` beside the operator. */
export async function installByHelm(
  client: KubeClient,
  { namespace, group }: { namespace: string; group: string },
): Promise<void> {
  const boats = boatsOf(group);
  const RBAC = 'rbac.authorization.k8s.io';
  const metadata = { name: HELM_OPERATOR, namespace };
  // What belongs to no namespace is named after the group, so that tests on one cluster do not meet.
  const clusterWide = { name: `boat-operator.${group}` };
  const labels = {
    'app.kubernetes.io/managed-by': 'Helm',
    'app.kubernetes.io/version': 'v1.2.0',
    'helm.sh/chart': 'boats-0.4.0',
  };
  const annotations = { 'meta.helm.sh/release-name': 'fleet', 'meta.helm.sh/release-namespace': namespace };
  const pods = { app: HELM_OPERATOR };
  const containers = [{ name: 'operator', image: 'registry.invalid/boat-operator:v1.2.0' }];
  const make = (resource: Resource, object: object): Promise<KubeObject> => {
    const { group: of, version, kind } = resource;
    const apiVersion = of === '' ? version : `${of}/${version}`;
    return client.create(resource, { apiVersion, kind, metadata, ...object });
  };
  await make(resources.namespaces, { metadata: { name: namespace } });
  for (const kind of [boats, anchorsOf(group)])
    await client.create(resources.customResourceDefinitions, definitionOf(kind));
  await make(resources.serviceAccounts, {});
  await make(resources.clusterRoles, {
    metadata: clusterWide,
    rules: [
      { apiGroups: [group], resources: ['boats'], verbs: ['get', 'list', 'watch', 'update'] },
      { apiGroups: [group], resources: ['boats/status'], verbs: ['update'] },
    ],
  });
  await make(resources.clusterRoleBindings, {
    metadata: clusterWide,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: clusterWide.name },
    subjects: [{ kind: 'ServiceAccount', name: HELM_OPERATOR, namespace }],
  });
  await make(resources.deployments, {
    metadata: { ...metadata, labels, annotations },
    spec: {
      selector: { matchLabels: pods },
      template: { metadata: { labels: pods }, spec: { serviceAccountName: HELM_OPERATOR, containers } },
    },
  });
  await eventually(() => make(boats, { metadata: { name: 'north', namespace } }));
  await eventually(() => client.list(anchorsOf(group)));
}
