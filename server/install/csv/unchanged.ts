/**
 * Deployments that somebody else has made as we would, as a controller of OLM does: a dry run tells, as the API server
 * counts a generation for each change of the spec. Their pods run on.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { DEPLOYMENT_HASH_LABEL } from '#lib/olm/api/labels.ts';
import { foreignDeployments } from '#lib/olm/csv/components.ts';
import type { CsvFacts } from '#lib/olm/csv/facts.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { withGroupRights } from '../attenuated.ts';
import type { Run } from '../reconcile.ts';
import { FIELD_MANAGER } from '../world.ts';

/** Names of Deployments of the CSV that do not bear our hash, and would not change. */
export async function unchangedDeployments(run: Run, facts: CsvFacts): Promise<ReadonlySet<string>> {
  const pairs = foreignDeployments(facts);
  const same = await Promise.all(pairs.map(([wanted, existing]) => wouldStay(run, wanted, existing)));
  return new Set(pairs.filter((_pair, index) => same[index]).map(([{ metadata }]) => metadata.name));
}

/** Asked once for each generation: what stays as it is would be asked for ever. */
async function wouldStay({ world, signal }: Run, wanted: KubeObject, existing: KubeObject): Promise<boolean> {
  const { uid = '', generation = 0 } = existing.metadata;
  const { unchanged } = world.memory;
  const asked = `${String(generation)} ${wanted.metadata.labels?.[DEPLOYMENT_HASH_LABEL] ?? ''}`;
  const known = unchanged.get(uid);
  if (known === `${asked} same`) return true;
  if (known === `${asked} other`) return false;
  try {
    const { client } = await withGroupRights(world, wanted.metadata.namespace ?? '');
    const options = { fieldManager: FIELD_MANAGER, dryRun: true, signal };
    const applied = await client.apply(resources.deployments, wanted, options);
    const isSame = applied.metadata.generation === generation;
    unchanged.set(uid, `${asked} ${isSame ? 'same' : 'other'}`);
    return isSame;
  } catch (error) {
    // Whoever writes it for good is told the same, and says so.
    if (isKubeError(error)) return false;
    throw error;
  }
}
