/**
 * The one way in which objects are reconciled: observe → decide → carry out → write the status once. What a kind is, and
 * how it is observed, its `*-reconciler.ts` says; what is to be done, its decider in `lib/olm`.
 */
import { stableJson } from '#lib/base/hash.ts';
import { parseKey, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import type { Action, Decision, Happening, Refusal, StepAction, StepResult } from '#lib/olm/api/decision.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { recordEvent } from './events.ts';
import { inParallel } from './limiter.ts';
import { isTransient } from './transient.ts';
import { readerOfWorld, type World } from './world.ts';
import { applyObject, deleteObject, patchMetadata, writeStatus } from './write.ts';

/** An object that has a status of its kind. */
type Stated<Status> = KubeObject & { status?: Status };

/** One kind of object: how it is looked at, and who decides about it. */
export interface Kind<T extends Stated<Status>, Facts, Status extends object> {
  /** In log lines. */
  controller: string;
  resource: Resource;
  isValid(object: KubeObject): object is T;
  /** Undefined: there is nothing to decide. */
  observe(look: Look<T, Status>): Promise<Facts | undefined> | Facts | undefined;
  decide(facts: Facts, now: number): Decision<Status>;
  /** What a refused write comes to; undefined, or absent: it is an error like any other. */
  onRefusal?: (facts: Facts, refusal: Refusal, now: number) => Decision<Status> | undefined;
  /** How the steps of a plan are carried out, whose status they were decided with. */
  steps?: (
    run: Pick<Look<T, Status>, 'world' | 'signal'>,
    object: T,
    steps: readonly StepAction[],
  ) => Promise<StepResult[]>;
  /** The world with the rights that objects are applied with; its own when absent. */
  rights?: (world: World, object: T) => Promise<World>;
  /** Whether a status says what the other says; every field of it when absent. */
  isSame?: (a: Status, b: Status) => boolean;
  /** What of a status is worth a log line. */
  log?: (status: Status) => Record<string, unknown>;
  /** Events about a status that was written in the place of the object's. */
  told?: (object: T, status: Status, now: number) => readonly Happening[];
}

/** What is looked at, and how far this run has come. */
export interface Look<T, Status> {
  world: World;
  /** `namespace/name`. */
  key: string;
  /** Undefined when it is gone, or is none that can be read. */
  object: T | undefined;
  /** Decided in this run, and not written yet. */
  status: Status | undefined;
  /** What the steps came to that were carried out just now. */
  results: readonly StepResult[] | undefined;
  signal: AbortSignal;
}

type Run = Pick<Look<never, never>, 'world' | 'key' | 'signal'>;

/** What is not at rest by then is looked at again after a pause: the longest way known, a new CSV's, has six. */
const MAX_ROUNDS = 10;
const WRITES_AT_ONCE = 4;

/** Decides and carries out until nothing is left to do or something has to be waited for. Rejects with KubeError. */
export async function reconcile<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  run: Run,
): Promise<ReconcileOutcome> {
  let status: Status | undefined;
  let results: readonly StepResult[] | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const object = stored(kind, run);
    const facts = await kind.observe({ ...run, object, status, results });
    if (facts === undefined) return { kind: 'done' };
    const { again, after, ...decided } = await decideAndDo(kind, run, { object, facts });
    ({ results } = decided);
    status = decided.status ?? status;
    if (again?.kind === 'now') continue;
    await write(kind, run, { object: after, status });
    status = undefined;
    if (again?.kind !== 'written') return outcomeOf(again);
  }
  return { kind: 'retry', error: new Error(`${run.key} is not at rest after ${String(MAX_ROUNDS)} rounds`) };
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

function stored<T extends Stated<Status>, Facts, Status extends object>(
  { resource, isValid }: Pick<Kind<T, Facts, Status>, 'resource' | 'isValid'>,
  { world, key }: Run,
): T | undefined {
  const { namespace = '', name } = parseKey(key);
  const found = readerOfWorld(world).get(resource, { namespace, name });
  return found !== undefined && isValid(found) ? found : undefined;
}

interface Done<T, Status extends object> extends Decision<Status> {
  after: T | undefined;
  results: readonly StepResult[] | undefined;
}

interface Seen<T, Facts> {
  object: T | undefined;
  facts: Facts;
}

/** The decision, and the object itself after the writes. */
async function decideAndDo<T extends Stated<Status>, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
  run: Run,
  { object, facts }: Seen<T, Facts>,
): Promise<Done<T, Status>> {
  const { world } = run;
  const decision = kind.decide(facts, world.clock.now());
  try {
    const after = await carryOut(kind, run, object, decision.actions);
    return { ...decision, after, results: await doSteps(kind, run, after, decision) };
  } catch (error) {
    if (!isKubeError(error) || isTransient(error)) throw error;
    const refusal = { forbidden: error.kind === 'forbidden', message: error.publicMessage };
    const instead = kind.onRefusal?.(facts, refusal, world.clock.now());
    if (instead === undefined) throw error;
    return { ...instead, after: object, results: undefined };
  }
}

async function doSteps<T extends Stated<Status>, Facts, Status extends object>(
  { steps }: Kind<T, Facts, Status>,
  run: Run,
  object: T | undefined,
  { status, actions }: Decision<Status>,
): Promise<StepResult[] | undefined> {
  const due = actions.filter((action) => action.kind === 'step');
  if (steps === undefined || object === undefined || due.length === 0) return undefined;
  return steps(run, status === undefined ? object : { ...object, status }, due);
}

/** Its own metadata last, as a finalizer must not go before what it stands for. */
async function carryOut<T extends Stated<Status>, Facts, Status extends object>(
  { rights }: Kind<T, Facts, Status>,
  { world, signal }: Run,
  object: T | undefined,
  actions: readonly Action[],
): Promise<T | undefined> {
  const isOwn = (action: Action): boolean =>
    object !== undefined && action.kind === 'patch' && action.object.metadata.uid === object.metadata.uid;
  const applies = actions.some(({ kind }) => kind === 'apply');
  const limited =
    rights === undefined || object === undefined || !applies ? world : await rights(world, object);
  const others = actions.filter((action) => !isOwn(action));
  await inParallel(WRITES_AT_ONCE, others, (action) => carryOutOne({ world, limited }, action, signal));
  let after = object;
  for (const action of actions) {
    if (after === undefined || action.kind !== 'patch' || !isOwn(action)) continue;
    const { metadata } = await patchMetadata(world, { ...action, object: after }, action.metadata, signal);
    after = { ...after, metadata };
  }
  return after;
}

async function carryOutOne(
  { world, limited }: { world: World; limited: World },
  action: Action,
  signal: AbortSignal,
): Promise<void> {
  switch (action.kind) {
    case 'apply':
      await applyObject(limited, action.resource, action.object, signal);
      return;
    case 'delete':
      await deleteObject(world, action, signal);
      return;
    case 'event':
      await recordEvent(world, action, signal);
      return;
    case 'step':
      // Carried out together, after all else.
      return;
    case 'patch':
      try {
        await patchMetadata(world, action, action.metadata, signal);
      } catch (error) {
        // Gone meanwhile: there is nothing left to be told.
        if (!isKubeError(error, 'notFound')) throw error;
      }
  }
}

async function write<T extends Stated<Status>, Facts, Status extends object>(
  { controller, resource, isSame = saysTheSame, log, told }: Kind<T, Facts, Status>,
  { world, key, signal }: Run,
  { object, status }: { object: T | undefined; status: Status | undefined },
): Promise<void> {
  if (object === undefined || status === undefined || status === object.status) return;
  if (object.status !== undefined && isSame(object.status, status)) return;
  await writeStatus(world, { resource, object }, status, signal);
  if (log !== undefined) world.log.info({ controller, key, ...log(status) }, 'status written');
  for (const happening of told?.(object, status, world.clock.now()) ?? [])
    await recordEvent(world, happening, signal);
}

function saysTheSame(a: object, b: object): boolean {
  return stableJson(a) === stableJson(b);
}
