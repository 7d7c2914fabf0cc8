/**
 * What the controller would do, asked of its own deciders about a world that is not there yet: a Subscription more, a plan that
 * somebody approves. Nothing is carried out; what a decision asks for is put among the objects, and asked about again.
 */
import { stableJson } from '../../base/hash.ts';
import { optional } from '../../base/loose.ts';
import { rfc3339 } from '../../base/time.ts';
import { mergePatch } from '../../k8s/merge-patch.ts';
import {
  parseApiVersion,
  refKey,
  type KubeObject,
  type OwnerReference,
  type Resource,
} from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { csvOwnerReference } from '../api/labels.ts';
import type { ClusterServiceVersion, InstallPlan, InstallPlanStep, RequirementStatus } from '../api/types.ts';
import { decideCsv } from '../csv/decide.ts';
import { csvFacts, type AskedOfServer } from '../observed/csv-facts.ts';
import { ownCsvsIn } from '../observed/namespace.ts';
import { readerOf, type ObjectReader } from '../observed/objects.ts';
import { planFacts, type KnownOfPlan } from '../observed/plan-facts.ts';
import { isCsv } from '../observed/shapes.ts';
import { firstStatus } from '../plan/begin.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import type { Action, NewPlan, ObjectPatch, StepAction, StepResult } from '../plan/decision.ts';
import { decidePlan } from '../plan/run.ts';
import type { NamespaceResolution } from '../resolver/types.ts';
import type { SubscriptionFacts } from '../subscription/facts.ts';
import { withImages } from '../subscription/images.ts';
import { resolveDrafts } from '../subscription/resolve.ts';
import { decideSubscriptions } from '../subscription/run.ts';

/** What the Subscriptions of a namespace would come to. */
export interface ForetoldNamespace {
  resolution: NamespaceResolution;
  /** That would be made at once. */
  plans: readonly NewPlan[];
}

/** Images that were not pulled yet count as pulled: what they bring is not known, but that it will come. `now`: unix ms. */
export function foretellSubscriptions(observed: SubscriptionFacts, now: number): ForetoldNamespace {
  const { facts, resolved } = withImages(observed, now, ({ image }) => ({
    kind: 'ready',
    digest: `image:${image}`,
  }));
  const { actions } = decideSubscriptions(facts, now, resolved);
  return {
    resolution: resolved.resolution ?? resolveDrafts(facts, resolved.drafts),
    plans: actions.flatMap((action) =>
      action.kind === 'begin' ? [{ plan: action.plan, bundles: action.bundles }] : [],
    ),
  };
}

/** What a plan is foretold from. */
export interface ForetellFacts {
  /** As far as whoever asks may read them. */
  objects: readonly KubeObject[];
  known: KnownOfPlan;
  server: Pick<AskedOfServer, 'serverVersion' | 'servedApis'>;
  /** Kinds of which there may be more than may be read: what would be missing of them is not judged. */
  unread?: ReadonlySet<string>;
}

/** What carrying out a plan would come to. */
export interface ForetoldPlan {
  /** As it would be in the end. */
  plan: InstallPlan;
  /** Every object that it would write, in its order. */
  writes: readonly StepAction[];
  /** Why it would not come to its end. */
  problem?: string;
  /** Its CSVs, as far as they get before their pods run. */
  csvs: readonly ForetoldCsv[];
}

/** How far a CSV gets by itself. */
export interface ForetoldCsv {
  csv: ClusterServiceVersion;
  /** What of its requirements would not be there. */
  lacks: readonly RequirementStatus[];
}

/** The longest way known, a new CSV's beside its predecessor, has ten. */
const MAX_ROUNDS = 50;

/** The plan as if somebody approved it now, and its CSVs after it. `now`: unix ms. */
export function foretellPlan(
  { objects, known, server, unread = new Set() }: ForetellFacts,
  plan: InstallPlan,
  now: number,
): ForetoldPlan {
  const { namespace = '' } = plan.metadata;
  const world = new Foreseen(objects);
  const { writes, problem, ...carried } = carriedOut(world, plan, known, now);
  world.put(carried.plan, now);
  settleCsvs(world, { namespace, server }, now);
  const reader = world.reader();
  const csvs = known.bundles.flatMap(({ csv }) => {
    const object = reader.get(resources.clusterServiceVersions, { namespace, name: csv });
    return object !== undefined && isCsv(object) ? [{ csv: object, lacks: lacking(object, unread) }] : [];
  });
  return { plan: carried.plan, writes, csvs, ...optional({ problem }) };
}

/** What the plan itself would write if somebody approved it now; one that has failed, as if it began anew. */
export function foretellWrites(
  { objects, known }: Pick<ForetellFacts, 'objects' | 'known'>,
  plan: InstallPlan,
  now: number,
): Pick<ForetoldPlan, 'writes' | 'problem'> {
  return carriedOut(new Foreseen(objects), plan.status?.phase === 'Failed' ? anew(plan) : plan, known, now);
}

function anew({ status, ...plan }: InstallPlan): InstallPlan {
  const { plan: steps = [], catalogSources = [] } = status ?? {};
  const unwritten = steps.map((step): InstallPlanStep => {
    const isDone = step.status === 'Created' || step.status === 'Present' || step.status === 'WaitingForApi';
    return isDone ? { ...step, status: 'Unknown' } : step;
  });
  return {
    ...plan,
    status: { ...status, ...{ phase: 'RequiresApproval', catalogSources, plan: unwritten } },
  };
}

/** Contents by digest. Catalogs of another namespace are taken for open to it: the plan was made from them. */
export function knownOfBundles(
  bundles: readonly PlanBundle[],
  contents: KnownOfPlan['contents'],
  namespace: string,
): KnownOfPlan {
  const other = bundles.find(({ catalogNamespace }) => catalogNamespace !== namespace);
  return { bundles, contents, globalNamespace: other?.catalogNamespace ?? namespace };
}

function approved(plan: InstallPlan): InstallPlan {
  return { ...plan, spec: { ...plan.spec, approved: true } };
}

const MET: ReadonlySet<string> = new Set(['DeploymentFound', 'Present']);

function lacking({ status }: ClusterServiceVersion, unread: ReadonlySet<string>): RequirementStatus[] {
  const all = status?.requirementStatus ?? [];
  return all.filter((requirement) => !MET.has(requirement.status) && !unread.has(requirement.kind));
}

function carriedOut(
  world: Foreseen,
  waiting: InstallPlan,
  known: KnownOfPlan,
  now: number,
): Pick<ForetoldPlan, 'plan' | 'writes' | 'problem'> {
  const writes: StepAction[] = [];
  const first = approved(waiting);
  const begun = first.status ?? firstStatus(planFacts(world.reader(), first, known), now);
  let plan: InstallPlan = { ...first, status: begun };
  let results: StepResult[] | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const facts = { ...planFacts(world.reader(), plan, known), ...optional({ results }) };
    const { status, actions, again } = decidePlan(facts, now);
    plan = { ...plan, ...optional({ status: status ?? plan.status }) };
    const steps = actions.filter((action) => action.kind === 'step');
    if (again?.kind === 'retry') return { plan, writes, problem: again.why };
    if (steps.length === 0 && again?.kind !== 'written') break;
    results = steps.length === 0 ? undefined : steps.map((step) => written(world, plan, step, now));
    writes.push(...steps);
  }
  const { phase, message } = plan.status ?? {};
  return { plan, writes, ...optional({ problem: phase === 'Complete' ? undefined : message }) };
}

/** As the API server would: what is created stays as it is where it is there already. */
function written(world: Foreseen, plan: InstallPlan, action: StepAction, now: number): StepResult {
  const { step, verb, resource, object, ownedBy, served } = action;
  const there = world.get(resource, object);
  const isCrd = resource.kind === 'CustomResourceDefinition';
  if (verb === 'apply' || there === undefined) {
    const { namespace = '' } = plan.metadata;
    const owner = ownedBy === undefined ? [] : world.ownersOf({ namespace, name: ownedBy });
    world.put(isCrd ? servedNow(object) : { ...object, metadata: withOwners(object.metadata, owner) }, now);
  }
  const isNew = isCrd ? served !== true : there === undefined;
  return { step, ok: true, status: isNew ? 'Created' : 'Present' };
}

function withOwners(
  metadata: KubeObject['metadata'],
  owners: readonly OwnerReference[],
): KubeObject['metadata'] {
  const others = (metadata.ownerReferences ?? []).filter(({ uid }) =>
    owners.every((owner) => owner.uid !== uid),
  );
  return { ...metadata, ownerReferences: [...others, ...owners] };
}

/** As the API server answers of a definition that it serves. */
function servedNow(crd: KubeObject): KubeObject {
  const conditions = ['NamesAccepted', 'Established'].map((type) => ({ type, status: 'True' }));
  return { ...crd, status: { conditions } };
}

/** All CSVs of the plan's namespace, turn by turn, until none goes on by itself. */
function settleCsvs(
  world: Foreseen,
  { namespace, server }: { namespace: string; server: ForetellFacts['server'] },
  now: number,
): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const moved = ownCsvsIn(world.reader(), namespace).filter((csv) => stepCsv(world, csv, server, now));
    if (moved.length === 0) return;
  }
}

/** True when something came of it. */
function stepCsv(
  world: Foreseen,
  csv: ClusterServiceVersion,
  server: ForetellFacts['server'],
  now: number,
): boolean {
  const facts = csvFacts(world.reader(), csv, { ...server, ownedObjects: [] });
  const { status, actions, again } = decideCsv(facts, now);
  for (const action of actions) carryOut(world, action, now);
  const after = world.get(resources.clusterServiceVersions, csv);
  if (after !== undefined && status !== undefined) world.put({ ...after, status }, now);
  return again?.kind === 'now';
}

function carryOut(world: Foreseen, action: Action, now: number): void {
  switch (action.kind) {
    case 'apply':
      world.put(action.object, now);
      return;
    case 'patch':
      world.put(patched(world.get(action.resource, action.object) ?? action.object, action), now);
      return;
    // What goes, goes after the operator runs; and nobody foretells when that is.
    default:
  }
}

function patched(object: KubeObject, { metadata, spec }: ObjectPatch): KubeObject {
  return {
    ...object,
    metadata: { ...mergePatch(object.metadata, { ...metadata }), name: object.metadata.name },
    ...(spec === undefined ? {} : { spec: mergePatch(object['spec'] ?? {}, { ...spec }) }),
  };
}

/** The objects as they would be by then; what is made anew gets a UID that nobody has. */
class Foreseen {
  readonly #objects: Map<string, KubeObject>;
  #reader: ObjectReader | undefined;

  constructor(objects: readonly KubeObject[]) {
    this.#objects = new Map(objects.map((object) => [keyOfObject(object), object]));
  }

  reader(): ObjectReader {
    this.#reader ??= readerOf([...this.#objects.values()]);
    return this.#reader;
  }

  get({ group, kind }: Resource, { metadata }: KubeObject): KubeObject | undefined {
    return this.#objects.get(keyIn(group, kind, metadata));
  }

  ownersOf(ref: { namespace: string; name: string }): OwnerReference[] {
    const { group, kind } = resources.clusterServiceVersions;
    const csv = this.#objects.get(keyIn(group, kind, ref));
    return csv === undefined ? [] : [csvOwnerReference({ name: ref.name, uid: csv.metadata.uid ?? '' })];
  }

  put(object: KubeObject, now: number): void {
    const key = keyOfObject(object);
    const known = this.#objects.get(key);
    const fresh = { uid: `foretold ${key}`, creationTimestamp: rfc3339(now), generation: 1 };
    const stored = known === undefined ? fresh : storedAgain(known, object);
    // What is applied says nothing of the status.
    const status = object['status'] ?? known?.['status'];
    const metadata = { ...object.metadata, ...stored };
    this.#objects.set(key, { ...object, ...optional({ status }), metadata });
    this.#reader = undefined;
  }
}

/** What the API server keeps, and what it counts. */
function storedAgain(
  { metadata, ...known }: KubeObject,
  object: KubeObject,
): Partial<KubeObject['metadata']> {
  const { uid, creationTimestamp, generation = 1 } = metadata;
  const isNews = stableJson(known['spec'] ?? {}) !== stableJson(object['spec'] ?? {});
  return {
    ...optional({ uid, creationTimestamp }),
    generation: generation + (isNews ? 1 : 0),
  };
}

function keyOfObject({ apiVersion, kind, metadata }: KubeObject): string {
  return keyIn(parseApiVersion(apiVersion).group, kind, metadata);
}

function keyIn(group: string, kind: string, { namespace = '', name }: KubeObject['metadata']): string {
  return `${group}/${kind} ${refKey({ namespace, name })}`;
}
