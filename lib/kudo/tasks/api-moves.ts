/** Versions of built-in kinds that API servers do not serve any more, and where their objects went (KUDO 64). */
import { isJsonObject } from '../../base/json.ts';
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { convertCrdV1beta1 } from '../../k8s/crd-v1beta1.ts';

const RBAC = ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'];
const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'];

/** Group and version before, kinds, group and version after. Only those whose fields are the same, or are seen to below. */
const MOVES: readonly (readonly [string, readonly string[], string])[] = [
  ['policy/v1beta1', ['PodDisruptionBudget'], 'policy/v1'],
  ['rbac.authorization.k8s.io/v1beta1', RBAC, 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1alpha1', RBAC, 'rbac.authorization.k8s.io/v1'],
  ['apiextensions.k8s.io/v1beta1', ['CustomResourceDefinition'], 'apiextensions.k8s.io/v1'],
  ['extensions/v1beta1', WORKLOADS, 'apps/v1'],
  ['apps/v1beta1', WORKLOADS, 'apps/v1'],
  ['apps/v1beta2', WORKLOADS, 'apps/v1'],
  ['extensions/v1beta1', ['NetworkPolicy'], 'networking.k8s.io/v1'],
  ['batch/v1beta1', ['CronJob'], 'batch/v1'],
  ['batch/v2alpha1', ['CronJob'], 'batch/v1'],
  ['autoscaling/v2beta2', ['HorizontalPodAutoscaler'], 'autoscaling/v2'],
  [
    'storage.k8s.io/v1beta1',
    ['StorageClass', 'VolumeAttachment', 'CSIDriver', 'CSINode'],
    'storage.k8s.io/v1',
  ],
  ['scheduling.k8s.io/v1beta1', ['PriorityClass'], 'scheduling.k8s.io/v1'],
  ['scheduling.k8s.io/v1alpha1', ['PriorityClass'], 'scheduling.k8s.io/v1'],
  ['coordination.k8s.io/v1beta1', ['Lease'], 'coordination.k8s.io/v1'],
];

/** The object in the version that is served, and what to say of it; undefined where nobody knows a way. */
export function movedObject(object: KubeObject): { object: KubeObject; warning: string } | undefined {
  const move = MOVES.find(([from, kinds]) => from === object.apiVersion && kinds.includes(object.kind));
  if (move === undefined) return undefined;
  const [from, , to] = move;
  const moved =
    object.kind === 'CustomResourceDefinition' ? crd(object) : inApps({ ...object, apiVersion: to });
  if (moved === undefined) return undefined;
  const name = object.metadata.name ?? '';
  return {
    object: moved,
    warning: `${object.kind} ${name}: ${from} is not served any more, applied as ${to}`,
  };
}

/** In apps/v1 the selector has to be written out; before it was the labels of the pods. */
function inApps(object: KubeObject): KubeObject {
  const spec = object['spec'];
  if (object.apiVersion !== 'apps/v1' || !isJsonObject(spec) || spec['selector'] !== undefined) return object;
  const labels = at(spec, 'template', 'metadata', 'labels');
  const { rollbackTo: _rollbackTo, ...kept } = spec;
  return { ...object, spec: { ...kept, selector: { matchLabels: labels ?? {} } } };
}

function crd(object: KubeObject): KubeObject | undefined {
  const conversion = convertCrdV1beta1(object);
  return conversion.ok ? conversion.crd : undefined;
}
