/** Versions of built-in kinds that API servers do not serve any more, and where their objects went (KUDO 64). */
import type { KubeObject } from '../../k8s/object.ts';
import * as shapes from './api-shapes.ts';

const BINDINGS = ['RoleBinding', 'ClusterRoleBinding'];
const ROLES = ['Role', 'ClusterRole'];
const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'];
const WEBHOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const STORAGE = ['StorageClass', 'VolumeAttachment', 'CSIDriver', 'CSINode', 'CSIStorageCapacity'];
const FLOWS = 'flowcontrol.apiserver.k8s.io';

/** Group and version before, kinds, group and version after, and what else changes. */
type Move = readonly [from: string, kinds: readonly string[], to: string, shape?: shapes.Shape];

/** The same group and kinds, moved to v1 from several versions. */
function toV1(
  group: string,
  versions: readonly string[],
  kinds: readonly string[],
  shape?: shapes.Shape,
): Move[] {
  return versions.map((version): Move => {
    const [from, to] = [`${group}/${version}`, `${group}/v1`];
    return shape === undefined ? [from, kinds, to] : [from, kinds, to, shape];
  });
}

const MOVES: readonly Move[] = [
  ['extensions/v1beta1', WORKLOADS, 'apps/v1', shapes.workloadShape],
  ['extensions/v1beta1', ['NetworkPolicy'], 'networking.k8s.io/v1'],
  ['extensions/v1beta1', ['Ingress'], 'networking.k8s.io/v1', shapes.ingressShape],
  ...toV1('apps', ['v1beta1', 'v1beta2'], WORKLOADS, shapes.workloadShape),
  ...toV1('networking.k8s.io', ['v1beta1'], ['Ingress'], shapes.ingressShape),
  ...toV1('networking.k8s.io', ['v1beta1'], ['IngressClass']),
  ...toV1('policy', ['v1beta1'], ['PodDisruptionBudget'], shapes.budgetShape),
  ...toV1('batch', ['v1beta1', 'v2alpha1'], ['CronJob']),
  ['autoscaling/v2beta1', ['HorizontalPodAutoscaler'], 'autoscaling/v2', shapes.autoscalerShape],
  ['autoscaling/v2beta2', ['HorizontalPodAutoscaler'], 'autoscaling/v2', shapes.servedTarget],
  ...toV1('rbac.authorization.k8s.io', ['v1beta1'], [...ROLES, ...BINDINGS]),
  ...toV1('rbac.authorization.k8s.io', ['v1alpha1'], ROLES),
  ...toV1('rbac.authorization.k8s.io', ['v1alpha1'], BINDINGS, shapes.alphaBindingShape),
  ...toV1('admissionregistration.k8s.io', ['v1beta1'], WEBHOOKS, shapes.webhooksShape),
  ...toV1('apiextensions.k8s.io', ['v1beta1'], ['CustomResourceDefinition'], shapes.definitionShape),
  ...toV1('apiregistration.k8s.io', ['v1beta1'], ['APIService']),
  ...toV1('certificates.k8s.io', ['v1beta1'], ['CertificateSigningRequest'], shapes.signingShape),
  ...toV1('discovery.k8s.io', ['v1beta1'], ['EndpointSlice'], shapes.sliceShape),
  ...toV1('storage.k8s.io', ['v1beta1'], STORAGE),
  ...toV1('scheduling.k8s.io', ['v1beta1', 'v1alpha1'], ['PriorityClass']),
  ...toV1('coordination.k8s.io', ['v1beta1'], ['Lease']),
  ...toV1('node.k8s.io', ['v1beta1'], ['RuntimeClass']),
  ...toV1('node.k8s.io', ['v1alpha1'], ['RuntimeClass'], shapes.runtimeClassShape),
  ...toV1(FLOWS, ['v1beta1', 'v1beta2', 'v1beta3'], ['FlowSchema']),
  ...toV1(FLOWS, ['v1beta1', 'v1beta2'], ['PriorityLevelConfiguration'], shapes.priorityLevelShape),
  ...toV1(FLOWS, ['v1beta3'], ['PriorityLevelConfiguration']),
];

/** An object where it is served, and what to say of it. */
export interface MovedObject {
  object: KubeObject;
  warning: string;
  /** Why it cannot be applied in that form: enough of it to be found and deleted. */
  problem?: string;
}

/** The object in the version that is served; undefined where nobody knows a way. */
export function movedObject(object: KubeObject): MovedObject | undefined {
  const move = MOVES.find(([from, kinds]) => from === object.apiVersion && kinds.includes(object.kind));
  if (move === undefined) return undefined;
  const [from, , to, shape] = move;
  const moved = shape === undefined ? object : shape(object);
  const name = object.metadata.name;
  const gone = `${object.kind} ${name}: ${from} is not served any more`;
  const warning = `${gone}, applied as ${to}`;
  return typeof moved === 'string'
    ? { object: { ...object, apiVersion: to }, warning, problem: `${gone}, and as ${to} ${moved}` }
    : { object: { ...moved, apiVersion: to }, warning };
}
