/** Which rights plans take, from templates that are rendered and versions that are asked of the API server. */
import { refKey, type ObjectRef } from '#lib/k8s/object.ts';
import { readOperatorVersion } from '#lib/kudo/api/parse.ts';
import { kudoResources, type KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { Allowance, QUICK_ALLOWANCE } from '#lib/kudo/tasks/allowance.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { isQuickToWalk } from '../decision.ts';
import type { ForeseeJob, ForeseenNeeds } from '../planner/messages.ts';
import { PlannerLimit, type Planner } from '../planner/planner.ts';
import { foreseeNeeds, type Ask } from '../planner/work.ts';
import type { ServedTypes } from '../served-types.ts';

/** What it is made with. */
export interface ForesightWorld {
  client: KubeClient;
  types: ServedTypes;
  /** For what takes long. */
  planner: Planner;
}

const NOTHING = { rights: [], versions: {} };

/**
 * Of plans of an instance, with those of the operators that they install: here while that is quick, otherwise beside us, as far
 * as the allowance goes. Rejects with KubeError, or with the signal's reason.
 */
export async function foreseePlans(
  { client, types, planner }: ForesightWorld,
  { root, now, later }: Pick<ForeseeJob, 'root' | 'now' | 'later'>,
  signal?: AbortSignal,
): Promise<Omit<ForeseenNeeds, 'kind'>> {
  await types.refresh();
  const answer: Ask = async (question) => {
    if (question.kind !== 'versions') throw new Error('foresight asks for versions');
    const versions: [string, KudoOperatorVersion | undefined][] = [];
    for (const ref of question.refs) versions.push([refKey(ref), await operatorVersionAt(client, ref)]);
    return { kind: 'versions', versions };
  };
  const asked = { root, now, later, types: types.list() };
  if (isQuickToWalk(root.version)) {
    const foreseen = await foreseeNeeds(asked, answer, new Allowance(QUICK_ALLOWANCE));
    if (foreseen.excess === undefined) return foreseen;
  }
  const group = root.instance.metadata.namespace ?? '';
  try {
    const foreseen = await planner.run({ kind: 'foresee', ...asked }, { group, answer, signal });
    if (foreseen.kind !== 'foresee') throw new Error('no foresight');
    return foreseen;
  } catch (error) {
    if (!(error instanceof PlannerLimit)) throw error;
    return { now: NOTHING, later: NOTHING, excess: error.message };
  }
}

/** As it is in the cluster now; undefined where there is none that can be read. Rejects with KubeError. */
export async function operatorVersionAt(
  client: KubeClient,
  ref: ObjectRef,
): Promise<KudoOperatorVersion | undefined> {
  const found = await undefinedIf(client.get(kudoResources.operatorVersions, ref), 'notFound');
  const read = found && readOperatorVersion(found);
  return read !== undefined && 'value' in read ? read.value : undefined;
}
