/** Tells the cluster where the PackageManifest API is, and takes that back when it is switched off. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import { PACKAGE_MANIFESTS } from '#lib/olm/content/package-manifest.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** Name of the Service through which the API server comes. */
export const SERVICE_NAME = 'capstan-package-manifests';
const apiServices: Resource = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  plural: 'apiservices',
  kind: 'APIService',
  namespaced: false,
};
const API_SERVICE = `${PACKAGE_MANIFESTS.version}.${PACKAGE_MANIFESTS.group}`;
const VIEW_ROLE = 'capstan-package-manifests-view';
const LABELS = { [MANAGED_BY_LABEL]: MANAGED_BY };

/** Where the API is, and by which authority it is known. */
export interface Registration {
  /** Of the Service. */
  namespace: string;
  /** Where the API server finds this process: a host name, or undefined for the pods of this deployment. */
  host: string | undefined;
  port: number;
  /** PEM. */
  ca: string;
}

/** Resolves to why not, when somebody else serves the API: that is left alone. */
export async function register(client: KubeClient, wanted: Registration): Promise<string | undefined> {
  const existing = await find(client);
  if (existing !== undefined && !isOurs(existing))
    return `APIService ${API_SERVICE} exists and is not ours: package manifests are served by somebody else`;
  if (existing !== undefined && (await isUpToDate(client, existing, wanted))) return undefined;
  const options = { fieldManager: FIELD_MANAGER };
  await client.apply(resources.services, serviceOf(wanted), options);
  await client.apply(resources.clusterRoles, VIEW_ROLE_OBJECT, options);
  await client.apply(apiServices, apiServiceOf(wanted), options);
  return undefined;
}

/** Removes what is ours. An aggregated API that nobody serves would keep every namespace from being deleted. */
export async function unregister(client: KubeClient, namespace: string): Promise<void> {
  const existing = await find(client);
  if (existing === undefined || !isOurs(existing)) return;
  await client.delete(apiServices, { name: API_SERVICE }, { uid: existing.metadata.uid ?? '' });
  await client.delete(resources.services, { namespace, name: SERVICE_NAME });
  await client.delete(resources.clusterRoles, { name: VIEW_ROLE });
}

/** Then nothing is written. */
async function isUpToDate(client: KubeClient, existing: KubeObject, wanted: Registration): Promise<boolean> {
  if (!contains(existing['spec'], apiServiceOf(wanted)['spec'])) return false;
  const service = await findOne(client, resources.services, {
    namespace: wanted.namespace,
    name: SERVICE_NAME,
  });
  if (!contains(service?.['spec'], serviceOf(wanted)['spec'])) return false;
  return (await findOne(client, resources.clusterRoles, { name: VIEW_ROLE })) !== undefined;
}

/** Whether the value has all of what is wanted; the API server adds defaults. */
function contains(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  return Object.entries(wanted).every(([key, part]) => contains(fields.get(key), part));
}

function find(client: KubeClient): Promise<KubeObject | undefined> {
  return findOne(client, apiServices, { name: API_SERVICE });
}

async function findOne(
  client: KubeClient,
  resource: Resource,
  ref: ObjectRef,
): Promise<KubeObject | undefined> {
  return undefinedIf(client.get(resource, ref), 'notFound');
}

function isOurs({ metadata }: KubeObject): boolean {
  return metadata.labels?.[MANAGED_BY_LABEL] === MANAGED_BY;
}

function serviceOf({ namespace, host, port }: Registration): KubeObject {
  const ports = [{ name: 'https', port: 443, targetPort: port, protocol: 'TCP' }];
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: SERVICE_NAME, namespace, labels: LABELS },
    spec:
      host === undefined
        ? { selector: { 'app.kubernetes.io/name': 'capstan-controller' }, ports }
        : // The API server goes to the named host itself.
          { type: 'ExternalName', externalName: host, ports: [{ name: 'https', port, protocol: 'TCP' }] },
  };
}

function apiServiceOf({ namespace, host, port, ca }: Registration): KubeObject {
  const { group, version } = PACKAGE_MANIFESTS;
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: API_SERVICE, labels: LABELS },
    spec: {
      group,
      version,
      groupPriorityMinimum: 2000,
      versionPriority: 15,
      caBundle: Buffer.from(ca).toString('base64'),
      service: { namespace, name: SERVICE_NAME, port: host === undefined ? 443 : port },
    },
  };
}

/** Whoever may look at a namespace may look at what can be installed there, as where OLM runs. */
const VIEW_ROLE_OBJECT: KubeObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: VIEW_ROLE,
    labels: {
      ...LABELS,
      'rbac.authorization.k8s.io/aggregate-to-view': 'true',
      'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
      'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
    },
  },
  rules: [
    {
      apiGroups: [PACKAGE_MANIFESTS.group],
      resources: [PACKAGE_MANIFESTS.plural, `${PACKAGE_MANIFESTS.plural}/icon`],
      verbs: ['get', 'list'],
    },
  ],
};
