/**
 * What every object of an instance carries: labels, annotations, namespace, owner (KUDO 78, 79).
 * Source: KUDO `pkg/engine/renderer/enhancer.go`.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { at } from '../../base/loose.ts';
import type { KubeObject, OwnerReference } from '../../k8s/object.ts';
import {
  HERITAGE,
  HERITAGE_LABEL,
  INSTANCE_LABEL,
  INSTANCE_NAMESPACE_LABEL,
  OPERATOR_LABEL,
  OPERATOR_VERSION_ANNOTATION,
  PHASE_ANNOTATION,
  PLAN_ANNOTATION,
  PLAN_UID_ANNOTATION,
  STEP_ANNOTATION,
} from '../api/labels.ts';
import { KUDO_API_VERSION, type KudoInstance } from '../api/types.ts';
import type { TaskPlace } from '../plan/decision.ts';
import { changedAt, podTemplatePath } from './pod-templates.ts';
import type { TaskWorld } from './world.ts';

/** By what everything of an instance is found again. */
function ownLabels({ instance, version }: Pick<TaskWorld, 'instance' | 'version'>): Record<string, string> {
  return {
    [HERITAGE_LABEL]: HERITAGE,
    [OPERATOR_LABEL]: version.spec.operator.name ?? '',
    [INSTANCE_LABEL]: instance.metadata.name,
  };
}

/** The owner of objects beside the instance. */
export function instanceOwner({ metadata }: KudoInstance): OwnerReference {
  return { apiVersion: KUDO_API_VERSION, kind: 'Instance', name: metadata.name, uid: metadata.uid ?? '' };
}

/** The object as it is applied. Objects of the cluster have no owner: they are found by their labels. */
export function enhanced(
  object: KubeObject,
  scope: 'namespaced' | 'cluster',
  place: TaskPlace,
  world: Pick<TaskWorld, 'instance' | 'version'>,
): KubeObject {
  const { instance, version } = world;
  const labels = ownLabels(world);
  const restart = { [OPERATOR_VERSION_ANNOTATION]: version.spec.version };
  const annotations = {
    [PLAN_ANNOTATION]: place.plan,
    [PHASE_ANNOTATION]: place.phase,
    [STEP_ANNOTATION]: place.step,
    [PLAN_UID_ANNOTATION]: place.uid,
    ...restart,
  };
  const { namespace: _namespace, ...named } = object.metadata;
  const owned = {
    namespace: instance.metadata.namespace ?? '',
    ownerReferences: [
      ...(object.metadata.ownerReferences ?? []),
      { ...instanceOwner(instance), controller: true, blockOwnerDeletion: true },
    ],
  };
  const outer =
    scope === 'cluster'
      ? merged(named, { ...labels, [INSTANCE_NAMESPACE_LABEL]: owned.namespace }, annotations)
      : merged({ ...named, ...owned }, labels, annotations);
  return withPodMetadata({ ...object, metadata: outer }, labels, restart);
}

function merged<T extends JsonObject>(metadata: T, labels: Texts, annotations: Texts): T {
  const add = (field: string, texts: Texts): JsonObject =>
    Object.keys(texts).length === 0 ? {} : { [field]: { ...record(metadata[field]), ...texts } };
  return { ...metadata, ...add('labels', labels), ...add('annotations', annotations) };
}

type Texts = Readonly<Record<string, string>>;

function record(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Pods restart when their template changes: of annotations only the version of the operator goes in. */
function withPodMetadata(object: KubeObject, labels: Texts, restart: Texts): KubeObject {
  const path = podTemplatePath(object);
  if (path === undefined) return object;
  let result = changedAt(object, [...path, 'metadata'], (metadata) => merged(metadata, labels, restart));
  if (object.kind === 'CronJob')
    result = changedAt(result, ['spec', 'jobTemplate', 'metadata'], (metadata) =>
      merged(metadata, labels, {}),
    );
  const claims = at(result, 'spec', 'volumeClaimTemplates');
  if (object.kind !== 'StatefulSet' || !Array.isArray(claims)) return result;
  return changedAt(result, ['spec'], (spec) => ({
    ...spec,
    volumeClaimTemplates: claims.map((claim: unknown) =>
      changedAt(record(claim), ['metadata'], (metadata) => merged(metadata, labels, {})),
    ),
  }));
}
