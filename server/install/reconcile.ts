/**
 * The one way in which objects are reconciled: observe → decide → carry out → write the status once. What a kind is, and
 * how it is observed, its `*-reconciler.ts` says; what is to be done, its decider in `lib/olm`.
 */
import { stableJson } from '#lib/base/hash.ts';
import { optional } from '#lib/base/loose.ts';
import { parseKey, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import type {
  Action,
  Decision,
  Happening,
  NewPlan,
  Refusal,
  StepAction,
  StepResult,
} from '#lib/olm/plan/decision.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { carryOut } from './carry-out.ts';
import { linesOfDecision } from './decided.ts';
import { recordEvent } from './events.ts';
import type { Unwritten } from './memory.ts';
import { isTransient } from './transient.ts';
import { readerOfWorld, type World } from './world.ts';
import { writeStatus } from './write.ts';

/** An object that has a status of its kind. */
type Stated<Status> = KubeObject & { status?: Status };

/** One kind of object: how it is looked at, and who decides about it. */
export interface Kind<T extends Stated<Status>, Facts, Status extends object> {
  /** In log lines. */
  controller: string;
  resource: Resource;
  isValid: (object: KubeObject) => object is T;
  /** Undefined: there is nothing to decide. */
  observe(look: Observation<T, Status>): Promise<Facts | undefined> | Facts | undefined;
  decide(facts: Facts, now: number): Decision<Status>;
  /** What a refused write comes to; undefined, or absent: it is an error like any other. */
  onRefusal?: (facts: Facts, refusal: Refusal, now: number) => Decision<Status> | undefined;
  /** The world with the rights that objects are applied with; its own when absent. */
  rights?: (world: World, object: T) => Promise<World>;
  /** How new plans are made; resolves to the digests of content that is nowhere. */
  begin?: (run: Run, plans: readonly NewPlan[]) => Promise<string[]>;
  /** How the steps of a plan are carried out, whose status they were decided with. */
  steps?: (run: Run, object: T, steps: readonly StepAction[]) => Promise<StepResult[]>;
  /**
   * Where a status is kept that others' writes keep from being written: deciding again from the old one would do again what
   * was done, over what others have done since.
   */
  memory?: (world: World, object: T) => { unwritten?: Unwritten<Status> };
  /** Called when a status stands in the cluster. */
  written?: (world: World, object: T, status: Status) => void;
  /** Whether a status says what the other says; every field of it when absent. */
  isSame?: (a: Status, b: Status) => boolean;
  /** What of a status is worth a log line. */
  log?: (status: Status) => Record<string, unknown>;
  /** Counts what a written status says, which follows the object's. */
  measured?: (world: World, before: Status | undefined, after: Status) => void;
  /** Events about a status that was written in the place of the object's. */
  told?: (object: T, status: Status, now: number) => readonly Happening[];
}

/** One run about one key: `namespace/name`, or the namespace of objects that are decided together. */
export interface Run {
  world: World;
  key: string;
  signal: AbortSignal;
}

/** How far a run has come. */
interface Progress<Status> {
  /** Decided, and not written yet. */
  status?: Status | undefined;
  /** What the steps came to that were carried out just now. */
  results?: readonly StepResult[] | undefined;
  /** Digests of content that new plans need, and that is nowhere. */
  missing: ReadonlySet<string>;
}

/** What is looked at. */
export interface Observation<T, Status> extends Run, Progress<Status> {
  /** Undefined when it is gone, or is none that can be read. */
  object: T | undefined;
}

/** What is not at rest by then is looked at again after a pause: the longest way known, a new CSV's, has six. */
const MAX_ROUNDS = 10;

/** Decides and carries out until nothing is left to do or something has to be waited for. Rejects with KubeError. */
export async function reconcile<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  { world, key, signal }: Run,
): Promise<ReconcileOutcome> {
  const run = { world, key, signal };
  let progress: Progress<Status> = { missing: new Set() };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const object = stored(kind, run);
    if (progress.status === undefined) progress = { ...progress, status: unwritten(kind, world, object) };
    const facts = await kind.observe({ ...run, ...progress, object });
    if (facts === undefined) return { kind: 'done' };
    const { again, after, ...next } = await decideAndDo(kind, run, { object, facts, progress });
    progress = next;
    if (again?.kind === 'now') continue;
    await write(kind, run, { object: after, status: next.status });
    progress = { missing: next.missing };
    if (again?.kind !== 'written') return outcomeOf(again);
  }
  return { kind: 'retry', error: new Error(`${key} is not at rest after ${String(MAX_ROUNDS)} rounds`) };
}

function outcomeOf(again: Exclude<Decision<object>['again'], { kind: 'now' | 'written' }>): ReconcileOutcome {
  switch (again?.kind) {
    case undefined:
      return { kind: 'done' };
    case 'after':
      return { kind: 'requeueAfter', ms: again.ms };
    case 'retry':
      return { kind: 'retry', error: new Error(again.why) };
  }
}

function stored<T extends KubeObject>(
  { resource, isValid }: { resource: Resource; isValid: (object: KubeObject) => object is T },
  { world, key }: Run,
): T | undefined {
  const { namespace = '', name } = parseKey(key);
  const found = readerOfWorld(world).get(resource, { namespace, name });
  return found !== undefined && isValid(found) ? found : undefined;
}

function unwritten<T extends Stated<Status>, Facts, Status extends object>(
  { memory }: Kind<T, Facts, Status>,
  world: World,
  object: T | undefined,
): Status | undefined {
  const known = object === undefined ? undefined : memory?.(world, object);
  if (known?.unwritten?.after !== stableJson(object?.status ?? {})) delete known?.unwritten;
  return known?.unwritten?.status;
}

interface Seen<T, Facts, Status> {
  object: T | undefined;
  facts: Facts;
  progress: Progress<Status>;
}

interface Done<T, Status> extends Progress<Status> {
  /** The object itself after the writes. */
  after: T | undefined;
  again: Decision<object>['again'];
}

async function decideAndDo<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  run: Run,
  { object, facts, progress }: Seen<T, Facts, Status>,
): Promise<Done<T, Status>> {
  const { world } = run;
  const decision = kind.decide(facts, world.clock.now());
  logDecision(kind, run, { before: progress.status ?? object?.status, decision });
  const { status = progress.status, actions, again } = decision;
  try {
    const limited = await limitedTo(kind, world, object, actions);
    const after = await carryOut({ ...run, limited }, actions, object);
    const lost = await beginPlans(kind, run, actions);
    const missing = new Set([...progress.missing, ...lost]);
    return { status, again, after, missing, results: await doSteps(kind, run, { after, status }, actions) };
  } catch (error) {
    if (!isKubeError(error) || isTransient(error)) throw error;
    const refusal = { forbidden: error.kind === 'forbidden', message: error.publicMessage };
    const instead = kind.onRefusal?.(facts, refusal, world.clock.now());
    if (instead === undefined) throw error;
    logDecision(kind, run, { before: status ?? object?.status, decision: instead });
    return { status: instead.status, again: instead.again, after: object, missing: progress.missing };
  }
}

/** Before it is carried out: what became of it is told by what is decided next, or by an error. */
function logDecision<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  { world, key }: Run,
  { before, decision }: { before: Status | undefined; decision: Decision<Status> },
): void {
  const { status } = decision;
  const isNew = status !== undefined && !isSaid(kind, optional({ status: before }), status);
  const told = isNew ? (kind.log?.(status) ?? {}) : undefined;
  for (const line of linesOfDecision(decision, told)) {
    world.log.info({ controller: kind.controller, key, ...line }, 'decided');
  }
}

async function beginPlans(
  { begin }: { begin?: (run: Run, plans: readonly NewPlan[]) => Promise<string[]> },
  run: Run,
  actions: readonly Action[],
): Promise<string[]> {
  const plans = actions.filter((action) => action.kind === 'begin');
  return begin === undefined || plans.length === 0 ? [] : begin(run, plans);
}

async function doSteps<T extends Stated<Status>, Facts, Status extends object>(
  { steps }: Kind<T, Facts, Status>,
  run: Run,
  { after, status }: Pick<Done<T, Status>, 'after' | 'status'>,
  actions: readonly Action[],
): Promise<StepResult[] | undefined> {
  const due = actions.filter((action) => action.kind === 'step');
  if (steps === undefined || after === undefined || due.length === 0) return undefined;
  return steps(run, status === undefined ? after : { ...after, status }, due);
}

async function limitedTo<T extends KubeObject>(
  { rights }: { rights?: (world: World, object: T) => Promise<World> },
  world: World,
  object: T | undefined,
  actions: readonly Action[],
): Promise<World> {
  const applies = actions.some(({ kind }) => kind === 'apply');
  return rights === undefined || object === undefined || !applies ? world : rights(world, object);
}

async function write<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  { world, signal }: Run,
  { object, status }: { object: T | undefined; status: Status | undefined },
): Promise<void> {
  if (object === undefined || status === undefined || isSaid(kind, object, status)) return;
  const { resource, memory } = kind;
  const known = memory?.(world, object);
  if (known !== undefined) known.unwritten = { after: stableJson(object.status ?? {}), status };
  await writeStatus(world, { resource, object }, status, signal);
  delete known?.unwritten;
  kind.written?.(world, object, status);
  tell(kind, world, object, status);
}

/** Of a status that was written in the place of the object's. */
function tell<T extends Stated<Status>, Facts, Status extends object>(
  { measured, told }: Kind<T, Facts, Status>,
  world: World,
  object: T,
  status: Status,
): void {
  measured?.(world, object.status, status);
  for (const happening of told?.(object, status, world.clock.now()) ?? []) recordEvent(world, happening);
}

function isSaid<Status extends object>(
  { isSame }: { isSame?: (a: Status, b: Status) => boolean },
  { status: old }: { status?: Status },
  status: Status,
): boolean {
  if (old === undefined || old === status) return old === status;
  return isSame === undefined ? stableJson(old) === stableJson(status) : isSame(old, status);
}
