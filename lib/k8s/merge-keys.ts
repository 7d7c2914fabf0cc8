/**
 * How fields of built-in kinds are merged, by kind and place, as Kubernetes publishes it. Source: `x-kubernetes-patch-merge-key`
 * and `x-kubernetes-patch-strategy` of the API server's OpenAPI, with which `strategic-merge.int.test.ts` compares these
 * tables. What is not named is merged field by field where it is an object, and one value where it is a list. Status is left
 * out: nobody applies it.
 */
import type { JsonObject } from '../base/json.ts';
import { parseApiVersion } from './object.ts';

/** What is said of one field. */
export interface MergeRule {
  /** Items of the list with one value of this field are one item; empty: texts, each of them once. */
  readonly key?: string;
  /** Only one of its fields may be set: what the server filled in for the one before has to go, too. */
  readonly isUnion?: true;
  /** The object is one value. */
  readonly isWhole?: true;
  /** What is said of the fields of the object, or of each item. */
  readonly fields?: MergeFields;
}
/** What is said of the fields of an object, by their names. */
export type MergeFields = Readonly<Record<string, MergeRule>>;

const byName: MergeRule = { key: 'name' };
const texts: MergeRule = { key: '' };
const inside = (fields: MergeFields): MergeRule => ({ fields });

const metadata = inside({ finalizers: texts, ownerReferences: { key: 'uid' } });
const containers: MergeRule = {
  ...byName,
  fields: {
    env: byName,
    ports: { key: 'containerPort' },
    volumeDevices: { key: 'devicePath' },
    volumeMounts: { key: 'mountPath' },
  },
};
const podSpec = inside({
  containers,
  initContainers: containers,
  ephemeralContainers: containers,
  hostAliases: { key: 'ip' },
  imagePullSecrets: byName,
  resourceClaims: { ...byName, isUnion: true },
  schedulingGates: byName,
  topologySpreadConstraints: { key: 'topologyKey' },
  volumes: {
    ...byName,
    isUnion: true,
    fields: { ephemeral: inside({ volumeClaimTemplate: inside({ metadata }) }) },
  },
});
const template = inside({ metadata, spec: podSpec });
const workload = { spec: inside({ template }) };
const webhooks = { webhooks: { ...byName, fields: { matchConditions: byName } } };

/** By group and kind; all others have nothing but metadata. */
const KINDS: Readonly<Record<string, MergeFields>> = {
  '/Pod': { spec: podSpec },
  '/PodTemplate': { template },
  '/ReplicationController': workload,
  '/Service': { spec: inside({ ports: { key: 'port' } }) },
  '/ServiceAccount': { secrets: byName },
  '/Node': { spec: inside({ podCIDRs: texts }) },
  '/ComponentStatus': { conditions: { key: 'type' } },
  'apps/DaemonSet': workload,
  'apps/Deployment': { spec: inside({ template, strategy: { isUnion: true } }) },
  'apps/ReplicaSet': workload,
  'apps/StatefulSet': workload,
  'batch/Job': workload,
  'batch/CronJob': { spec: inside({ jobTemplate: inside({ metadata, ...workload }) }) },
  'policy/PodDisruptionBudget': { spec: inside({ selector: { isWhole: true } }) },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': { spec: inside({ matchConditions: byName }) },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    spec: inside({ matchConditions: byName, variables: byName }),
  },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
  'resource.k8s.io/ResourceClaimTemplate': { spec: inside({ metadata }) },
  'storage.k8s.io/CSINode': { spec: inside({ drivers: byName }) },
};

/** Groups of the API server itself; definitions of kinds and of API services take JSON merges all the same (KUDO 62). */
const BUILT_IN = new Set([
  ...['', 'apps', 'batch', 'autoscaling', 'policy', 'extensions', 'flowcontrol.apiserver.k8s.io'],
  ...['rbac.authorization', 'authorization', 'authentication', 'admissionregistration', 'certificates'].map(
    inK8s,
  ),
  ...['coordination', 'discovery', 'events', 'networking', 'node', 'resource', 'scheduling', 'storage'].map(
    inK8s,
  ),
]);

function inK8s(group: string): string {
  return `${group}.k8s.io`;
}

/** What is said of the fields of a kind; undefined for kinds that are not built in, whose lists have no keys. */
export function mergeFieldsOf(object: JsonObject): MergeFields | undefined {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const { group } = parseApiVersion(apiVersion);
  if (!BUILT_IN.has(group)) return undefined;
  const name = `${group}/${kind}`;
  return { metadata, ...(Object.hasOwn(KINDS, name) ? KINDS[name] : {}) };
}
