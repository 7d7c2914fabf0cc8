/** What stands around a Deployment that the API server calls: Service, Secret, rights, and the files in its pods (OLM 70). */
import { shortHash } from '../../../base/hash.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { KubeObject, Resource } from '../../../k8s/object.ts';
import { resources } from '../../../k8s/resources.ts';
import { CA_HASH_ANNOTATION, csvOwnerReference, ownerLabels } from '../../api/labels.ts';
import type { ClusterServiceVersion } from '../../api/types.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import type { CsvFacts } from '../facts.ts';
import { asFields, asList, mergeByName } from '../overrides.ts';
import type { ServingDeployment } from './serving.ts';

/** Key of the Secret that holds the authorities, as upstream names it. */
export const AUTHORITIES_KEY = 'olmCAKey';

const RBAC = 'rbac.authorization.k8s.io';
/** Where the API server tells by whom callers are known. */
export const EXTENSION_NAMESPACE = 'kube-system';

/** The volumes by which pods get at their certificate, in the names of files that the two frameworks look for. */
const VOLUMES = [
  {
    name: 'apiservice-cert',
    mountPath: '/apiserver.local.config/certificates',
    files: { 'tls.crt': 'apiserver.crt', 'tls.key': 'apiserver.key' },
  },
  {
    name: 'webhook-cert',
    mountPath: '/tmp/k8s-webhook-server/serving-certs',
    files: { 'tls.crt': 'tls.crt', 'tls.key': 'tls.key' },
  },
];

/** The Secret without what is in it. */
export function secretOf(csv: ClusterServiceVersion, { secret }: ServingDeployment): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: ownedBy(csv, secret),
    type: 'kubernetes.io/tls',
  };
}

/** A Service, and rights: to read the Secret, and what a server needs that checks its callers by the API server. */
export function servingObjects(
  { csv, foreignBindings }: Pick<CsvFacts, 'csv' | 'foreignBindings'>,
  serving: ServingDeployment,
): Extract<ObjectWrite, { kind: 'apply' }>[] {
  const { service, secret, ports, deployment } = serving;
  const account = accountOf(serving);
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace: csv.metadata.namespace ?? '' }];
  const labels = ownerLabels(ownerOf(csv));
  const selector = asFields(asFields(deployment.spec['selector'])['matchLabels']);
  const names = sharedNames(service);
  const unless = (name: string): string =>
    foreignBindings?.has(name) === true ? `${name}-${shortHash([csv.metadata.namespace ?? ''], 6)}` : name;
  return [
    applied(resources.services, { metadata: ownedBy(csv, service), spec: { ports, selector } }),
    applied(resources.roles, {
      metadata: ownedBy(csv, secret),
      rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: [secret], verbs: ['get'] }],
    }),
    applied(resources.roleBindings, {
      ...{ metadata: ownedBy(csv, secret), subjects },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: secret },
    }),
    applied(resources.clusterRoleBindings, {
      metadata: { name: unless(names.clusterRoleBinding), labels },
      subjects,
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:auth-delegator' },
    }),
    // In another namespace, where no owner reference reaches.
    applied(resources.roleBindings, {
      metadata: { name: unless(names.roleBinding), namespace: EXTENSION_NAMESPACE, labels },
      subjects,
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
    }),
  ];
}

/**
 * Upstream's names of what stands outside of the operator's namespace. Deployments of one name in two namespaces would take it
 * from each other: the second one's has a name of its own.
 */
export function sharedNames(service: string): { clusterRoleBinding: string; roleBinding: string } {
  return {
    clusterRoleBinding: `${service}-system:auth-delegator`,
    roleBinding: `${service}-auth-reader`,
  };
}

function accountOf({ deployment }: ServingDeployment): string {
  const podSpec = asFields(asFields(deployment.spec['template'])['spec']);
  const name = podSpec['serviceAccountName'];
  return typeof name === 'string' && name !== '' ? name : 'default';
}

function applied(
  resource: Resource,
  object: Omit<KubeObject, 'apiVersion' | 'kind'>,
): Extract<ObjectWrite, { kind: 'apply' }> {
  const { group, version, kind } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { kind: 'apply', resource, object: { apiVersion, kind, ...object } as KubeObject };
}

function ownerOf({ metadata }: ClusterServiceVersion): { name: string; namespace: string } {
  return { name: metadata.name, namespace: metadata.namespace ?? '' };
}

function ownedBy(csv: ClusterServiceVersion, name: string): KubeObject['metadata'] {
  const owner = ownerOf(csv);
  return {
    ...{ name, namespace: owner.namespace, labels: ownerLabels(owner) },
    ownerReferences: [csvOwnerReference({ name: owner.name, uid: csv.metadata.uid ?? '' })],
  };
}

/** A pod template that has the certificate, whichever of the two places its program looks in. */
export function withCertificate(template: JsonObject, secret: string, caHash: string): JsonObject {
  const metadata = asFields(template['metadata']);
  const spec = asFields(template['spec']);
  const volumes = VOLUMES.map(({ name, files }) => ({
    name,
    secret: {
      secretName: secret,
      items: Object.entries(files).map(([key, path]) => ({ key, path })),
    },
  }));
  const mounts = VOLUMES.map(({ name, mountPath }) => ({ name, mountPath }));
  return {
    ...template,
    metadata: {
      ...metadata,
      annotations: { ...asFields(metadata['annotations']), [CA_HASH_ANNOTATION]: caHash },
    },
    spec: {
      ...spec,
      volumes: mergeByName(spec['volumes'], volumes),
      containers: asList(spec['containers']).map((container) => {
        const fields = asFields(container);
        return { ...fields, volumeMounts: withMounts(fields['volumeMounts'], mounts) };
      }),
    },
  };
}

/** Upstream's volumes stand in the place of those that the author gave the same name or the same path. */
function withMounts(base: unknown, mounts: readonly { name: string; mountPath: string }[]): unknown[] {
  const kept = asList(base).filter((mount) => {
    const { name, mountPath } = asFields(mount);
    return mounts.every((own) => own.name !== name && own.mountPath !== mountPath);
  });
  return [...kept, ...mounts];
}
