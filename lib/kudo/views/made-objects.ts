/** The objects that an Instance made: which kinds to look for, and how each of them does. */
import { cutText, at } from '../../base/loose.ts';
import { apiVersionOf, type KubeObject, type Resource } from '../../k8s/object.ts';
import { podView } from '../../k8s/workload-view.ts';
import { objectHealth } from '../health/object-health.ts';
import { readOperatorVersion } from '../api/parse.ts';
import { movedObject } from '../tasks/api-moves.ts';
import { parameterValues } from './parameter-edit.ts';
import { renderedPlan } from './package-view.ts';

/** A kind in the API version that templates write it in. */
export interface WrittenKind {
  apiVersion: string;
  kind: string;
}

/** One object and its health; `why` says what is wrong in the cluster's own words where it has any. */
export interface MadeObject {
  kind: string;
  name: string;
  /** Absent for objects of the cluster. */
  namespace?: string;
  health: 'failed' | 'waiting' | 'healthy';
  why?: string;
  created?: string;
}

/** Made by what operators make. */
const FOLLOWERS: readonly WrittenKind[] = [{ apiVersion: 'v1', kind: 'Pod' }];

/** Kinds of all plans of the version, each once, in the API versions that clusters serve today; then pods. */
export function madeKinds(instance: KubeObject, version: KubeObject): WrittenKind[] {
  const read = readOperatorVersion(version);
  if (!('value' in read)) return [...FOLLOWERS];
  const { namespace = '', name } = instance.metadata;
  const wish = { namespace, name, values: parameterValues(instance) };
  const objects = Object.keys(read.value.spec.plans).flatMap((plan) => {
    const rendered = renderedPlan(read.value, wish, plan);
    return 'problem' in rendered ? [] : rendered.templates.flatMap((template) => template.objects);
  });
  const kinds = objects.flatMap((object): WrittenKind[] => {
    const [apiVersion, kind] = [cutText(at(object, 'apiVersion')), cutText(at(object, 'kind'))];
    if (apiVersion === undefined || kind === undefined) return [];
    const moved = movedObject({ ...object, apiVersion, kind, metadata: { name: '' } })?.object;
    return [{ apiVersion: moved?.apiVersion ?? apiVersion, kind }];
  });
  return [...new Map([...kinds, ...FOLLOWERS].map((one) => [`${one.apiVersion} ${one.kind}`, one])).values()];
}

/** The worst first, then by kind and name. */
export function madeObjects(
  lists: readonly { resource: Resource; items: readonly KubeObject[] }[],
): MadeObject[] {
  const rows = lists.flatMap(({ resource, items }) =>
    items.map((item) => rowOf({ ...item, apiVersion: apiVersionOf(resource), kind: resource.kind })),
  );
  const rank = { failed: 0, waiting: 1, healthy: 2 };
  return rows.sort(
    (left, right) =>
      rank[left.health] - rank[right.health] ||
      left.kind.localeCompare(right.kind, 'en') ||
      left.name.localeCompare(right.name, 'en'),
  );
}

function rowOf(object: KubeObject): MadeObject {
  const { name, namespace, creationTimestamp } = object.metadata;
  const base = {
    kind: object.kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(creationTimestamp === undefined ? {} : { created: creationTimestamp }),
  };
  // Jobs leave their pods behind; those have done what they were for.
  if (object.kind === 'Pod' && at(object, 'status', 'phase') === 'Succeeded')
    return { ...base, health: 'healthy' };
  const health = objectHealth(object, { strict: true });
  if (health.kind === 'healthy') return { ...base, health: 'healthy' };
  return { ...base, health: health.kind, why: podWords(object) ?? health.why };
}

/** Of a pod the cluster says more than that it is not ready. */
function podWords(object: KubeObject): string | undefined {
  if (object.kind !== 'Pod') return undefined;
  const { reason, detail } = podView(object);
  const words = [reason, detail].filter((part) => part !== undefined);
  return words.length === 0 ? undefined : words.join(': ');
}
