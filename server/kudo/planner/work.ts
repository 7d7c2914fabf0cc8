/** Does one job, in whatever thread it is called. */
import { refKey, type ObjectRef } from '#lib/k8s/object.ts';
import { foresee, type Foreseen } from '#lib/kudo/admission/foreseen.ts';
import { rightsFor } from '#lib/kudo/admission/rights.ts';
import type { KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import type { InstanceDecision } from '#lib/kudo/plan/decision.ts';
import { Allowance } from '#lib/kudo/tasks/allowance.ts';
import { foreseenWorld } from '#lib/kudo/tasks/foreseen-world.ts';
import { placeKey } from '#lib/kudo/tasks/world.ts';
import { rememberedYaml } from '#lib/kudo/yaml/remembered.ts';
import { decider, type Sight } from '../decision.ts';
import type {
  DecideJob,
  ForeseeJob,
  ForeseenNeeds,
  PackedDecision,
  PlanNeeds,
  PlannerAnswer,
  PlannerJob,
  PlannerQuestion,
  PlannerResult,
  TypeList,
} from './messages.ts';

/** Asks for what is not known yet. */
export type Ask = (question: PlannerQuestion) => Promise<PlannerAnswer>;

/** Within the full allowance. Rejects with what `ask` rejects with. */
export function work(job: PlannerJob, ask: Ask): Promise<PlannerResult> {
  return job.kind === 'decide' ? decide(job, ask) : foreseeNeeds(job, ask, new Allowance());
}

async function decide({ facts, refusals, outputs, ...job }: DecideJob, ask: Ask): Promise<PackedDecision> {
  const known = new Map<string, ReturnType<Sight['find']>>();
  const wanted = new Map<string, Parameters<Sight['find']>[0]>();
  const [refused, read] = [new Map(refusals), new Map(outputs)];
  let types = new Map(job.types);
  const unserved = new Set<string>();
  let isSure = false;
  const sight: Sight = {
    find: (at) => {
      const key = placeKey(at);
      if (!known.has(key)) wanted.set(key, at);
      return known.get(key);
    },
    scopeOf: (apiVersion, kind) => {
      const type = types.get(`${apiVersion}/${kind}`);
      if (type === undefined) unserved.add(`${apiVersion}/${kind}`);
      return type && (type.namespaced ? 'namespaced' : 'cluster');
    },
    refusal: (at) => refused.get(placeKey(at)),
    output: (at) => read.get(placeKey(at)),
  };
  const tools = { templates: new WeakMap(), readYaml: rememberedYaml() };
  const decideNow = decider(tools, facts, sight, new Allowance());
  for (;;) {
    wanted.clear();
    unserved.clear();
    const decision = decideNow();
    const misses = unserved.size > 0;
    if (wanted.size === 0 && (isSure || !misses)) return packed(decision);
    const answer = await ask({ kind: 'places', places: [...wanted.values()], unserved: misses });
    if (answer.kind !== 'places') throw new Error('an answer to another question');
    for (const [key, object] of answer.found) known.set(key, object);
    types = new Map(answer.types);
    isSure ||= misses;
  }
}

function packed({ status, actions, again }: InstanceDecision): PackedDecision {
  return {
    kind: 'decide',
    status: status === undefined ? undefined : JSON.stringify(status),
    actions: actions.map((action) => JSON.stringify(action)),
    again,
  };
}

/** As far as the allowance goes. Rejects with what `ask` rejects with. */
export async function foreseeNeeds(
  { root, now, later, types }: Omit<ForeseeJob, 'kind'>,
  ask: Ask,
  allowance: Allowance,
): Promise<ForeseenNeeds> {
  const ways: ForesightWays = { types, allowance, versions: new Map(), ask };
  const [own, last] = [await foreseePlans(ways, root, now), await foreseePlans(ways, root, later)];
  return { kind: 'foresee', now: needsOf(own), later: needsOf(last), excess: allowance.problem };
}

function needsOf({ writes, versions }: Foreseen): PlanNeeds {
  return { rights: rightsFor(writes), versions };
}

interface ForesightWays {
  types: TypeList;
  allowance: Allowance;
  /** That were asked for. */
  versions: Map<string, KudoOperatorVersion | undefined>;
  ask: Ask;
}

async function foreseePlans(
  { types, allowance, versions, ask }: ForesightWays,
  root: ForeseeJob['root'],
  plans: readonly string[],
): Promise<Foreseen> {
  const served = new Map(types);
  const wanted = new Map<string, ObjectRef>();
  const world = foreseenWorld({
    allowance,
    resourceOf: (apiVersion, kind) => served.get(`${apiVersion}/${kind}`),
    versionOf: (ref) => {
      if (!versions.has(refKey(ref))) wanted.set(refKey(ref), ref);
      return versions.get(refKey(ref));
    },
  });
  for (;;) {
    wanted.clear();
    const foreseen = foresee(world, root, plans);
    if (wanted.size === 0) return foreseen;
    const answer = await ask({ kind: 'versions', refs: [...wanted.values()] });
    if (answer.kind !== 'versions') throw new Error('an answer to another question');
    for (const [key, version] of answer.versions) versions.set(key, version);
  }
}
