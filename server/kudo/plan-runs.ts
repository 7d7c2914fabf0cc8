/** The history of plans: in a ConfigMap that goes with the instance, since KUDO's status has no field for it. */
import { stableJson } from '#lib/base/hash.ts';
import { at } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { HERITAGE, HERITAGE_LABEL, INSTANCE_LABEL } from '#lib/kudo/api/labels.ts';
import { planRunsName } from '#lib/kudo/api/names.ts';
import { readPlanRuns } from '#lib/kudo/api/parse.ts';
import type { KudoInstance, PlanRunRecord } from '#lib/kudo/api/types.ts';
import { instanceOwner } from '#lib/kudo/tasks/enhance.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import type { KudoWorld } from './kudo-world.ts';

function placeOfRuns({ metadata }: KudoInstance): ObjectRef {
  return { namespace: metadata.namespace ?? '', name: planRunsName(metadata.name) };
}

/** The last runs, the newest first. */
export function keptRuns({ objects }: KudoWorld, instance: KudoInstance): PlanRunRecord[] {
  const kept = objects.get(resources.configMaps, placeOfRuns(instance));
  const isOwn = kept?.metadata.ownerReferences?.some(({ uid }) => uid === instance.metadata.uid) ?? false;
  return isOwn ? readPlanRuns(at(kept, 'data', 'runs')) : [];
}

/** Writes them where they differ. Rejects with KubeError. */
export async function keepRuns(
  world: KudoWorld,
  instance: KudoInstance,
  runs: readonly PlanRunRecord[],
  signal: AbortSignal,
): Promise<void> {
  const text = stableJson(runs);
  if (text === stableJson(keptRuns(world, instance))) return;
  const object: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...placeOfRuns(instance),
      labels: { [HERITAGE_LABEL]: HERITAGE, [INSTANCE_LABEL]: instance.metadata.name },
      ownerReferences: [instanceOwner(instance)],
    },
    data: { runs: text },
  };
  const { configMaps } = resources;
  const written = await world.client.apply(configMaps, object, { fieldManager: FIELD_MANAGER, signal });
  world.objects.observe(configMaps, written);
}
