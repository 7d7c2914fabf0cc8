/** What plans would write, from templates that are rendered here and versions that are asked of the API server. */
import { refKey, type KubeObject, type ObjectRef } from '#lib/k8s/object.ts';
import { foresee, type Foreseen, type ForeseeWorld } from '#lib/kudo/admission/foreseen.ts';
import { readOperatorVersion } from '#lib/kudo/api/parse.ts';
import { kudoResources, type KudoInstance, type KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { movedObject } from '#lib/kudo/tasks/api-moves.ts';
import { childInstance } from '#lib/kudo/tasks/child.ts';
import { readObjects } from '#lib/kudo/tasks/resources.ts';
import type { TaskWorld } from '#lib/kudo/tasks/world.ts';
import { decodedValue } from '#lib/kudo/yaml/go-values.ts';
import { readYaml11 } from '#lib/kudo/yaml/read.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { KudoWorld } from '../kudo-world.ts';
import { rendererOf } from '#lib/kudo/tasks/rendering.ts';
import type { ServedTypes } from '../served-types.ts';

/** What it is made with. */
export interface ForesightWorld {
  client: KubeClient;
  types: ServedTypes;
}

const readYaml: TaskWorld['readYaml'] = (text) => decodedValue(readYaml11(text));

/** Of plans of an instance, with those of the operators that they install. Rejects with KubeError. */
export async function foreseePlans(
  { client, types }: ForesightWorld,
  root: { instance: KudoInstance; version: KudoOperatorVersion },
  plans: readonly string[],
): Promise<Foreseen> {
  await types.refresh();
  const versions = new Map<string, KudoOperatorVersion | undefined>();
  const templates: KudoWorld['templates'] = new WeakMap();
  for (;;) {
    const asked = new Map<string, ObjectRef>();
    const world: ForeseeWorld = {
      objects: (instance, version, { file, unnamed, ...place }) => {
        const renderer = rendererOf({ templates }, withPlan(instance, place.plan), version);
        if ('problem' in renderer) return [];
        const rendered = renderer.render(file, { ...place, uid: '' });
        const read = 'problem' in rendered ? undefined : readObjects(rendered.text, file, readYaml, unnamed);
        return read === undefined || 'kind' in read
          ? []
          : read.objects.map((object) => asServed(types, object));
      },
      resourceOf: (apiVersion, kind) => types.resourceOf(apiVersion, kind),
      child: (task, instance, version) => {
        const renderer = rendererOf({ templates }, instance, version);
        if ('problem' in renderer) return undefined;
        const made = childInstance(task, { instance, render: renderer.render, readYaml });
        if ('reason' in made) return undefined;
        const ref = {
          namespace: instance.metadata.namespace ?? '',
          name: made.wanted.spec.operatorVersion.name ?? '',
        };
        if (!versions.has(refKey(ref))) asked.set(refKey(ref), ref);
        const found = versions.get(refKey(ref));
        return found === undefined ? undefined : { instance: made.wanted, version: found };
      },
    };
    const foreseen = foresee(world, root, plans);
    if (asked.size === 0) return foreseen;
    for (const [key, ref] of asked) versions.set(key, await operatorVersionAt(client, ref));
  }
}

/** As it is in the cluster now; undefined where there is none that can be read. Rejects with KubeError. */
export async function operatorVersionAt(
  client: KubeClient,
  ref: ObjectRef,
): Promise<KudoOperatorVersion | undefined> {
  try {
    const read = readOperatorVersion(await client.get(kudoResources.operatorVersions, ref));
    return 'value' in read ? read.value : undefined;
  } catch (error) {
    if (isKubeError(error, 'notFound')) return undefined;
    throw error;
  }
}

/** Names of what pipes make depend on the plan. */
function withPlan(instance: KudoInstance, planName: string): KudoInstance {
  return {
    ...instance,
    spec: { ...instance.spec, planExecution: { ...instance.spec.planExecution, planName } },
  };
}

/** In a version that the cluster has, where there is one. */
function asServed(types: ServedTypes, object: KubeObject): KubeObject {
  if (types.resourceOf(object.apiVersion, object.kind) !== undefined) return object;
  return movedObject(object)?.object ?? object;
}
