/** What plans would write, from templates that are rendered here and versions that are asked of the API server. */
import { refKey, type ObjectRef } from '#lib/k8s/object.ts';
import { foresee, type Foreseen } from '#lib/kudo/admission/foreseen.ts';
import { readOperatorVersion } from '#lib/kudo/api/parse.ts';
import { kudoResources, type KudoInstance, type KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import type { Allowance } from '#lib/kudo/tasks/allowance.ts';
import { foreseenWorld } from '#lib/kudo/tasks/foreseen-world.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { ServedTypes } from '../served-types.ts';

/** What it is made with. */
export interface ForesightWorld {
  client: KubeClient;
  types: ServedTypes;
}

/** Of plans of an instance, with those of the operators that they install: as far as the allowance goes. Rejects with KubeError. */
export async function foreseePlans(
  { client, types }: ForesightWorld,
  root: { instance: KudoInstance; version: KudoOperatorVersion },
  { plans, allowance }: { plans: readonly string[]; allowance: Allowance },
): Promise<Foreseen> {
  await types.refresh();
  const versions = new Map<string, KudoOperatorVersion | undefined>();
  const asked = new Map<string, ObjectRef>();
  const world = foreseenWorld({
    allowance,
    resourceOf: (apiVersion, kind) => types.resourceOf(apiVersion, kind),
    versionOf: (ref) => {
      if (!versions.has(refKey(ref))) asked.set(refKey(ref), ref);
      return versions.get(refKey(ref));
    },
  });
  for (;;) {
    asked.clear();
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
