/** Carries out the steps of InstallPlans, as many at once as the API server takes well. */
import {
  keyOf,
  refKey,
  refTo,
  type KubeObject,
  type ObjectRef,
  type OwnerReference,
} from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { StepAction, StepResult } from '#lib/olm/plan/decision.ts';
import { apiMissing } from '#lib/olm/plan/facts.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { csvOwnerReference, GENERATED_BY_ANNOTATION } from '#lib/olm/api/labels.ts';
import { withMarks } from '#lib/olm/plan/objects.ts';
import { asKubeError, isKubeError, type KubeError } from '#server/kube/errors.ts';
import type { World } from './world.ts';
import { attenuated } from './attenuated.ts';
import { untilEstablished } from './established.ts';
import { noteMade } from './plan-memory.ts';
import { findPresent, isBegun, noteBegun } from './plan-resume.ts';
import { isTransient } from './transient.ts';
import { applyTelling, createObject, findAny } from './write.ts';

/** New definitions are served within some 100 ms; waiting that long saves a status write that says nothing yet. */
const ESTABLISH_WAIT_MS = 1_000;

interface Run {
  world: World;
  /** The same with the rights that the plan is limited to. */
  limited: World;
  plan: InstallPlan;
  namespace: string;
  /** When the plan began, RFC 3339: what is younger was made by it, if only by an earlier life of this process. */
  startTime: string | undefined;
  /** An earlier life of this process may have carried it out in part: look before writing. */
  resumed: boolean;
  signal: AbortSignal;
  /** UID of each CSV that this run creates, once it is there. */
  created: Map<string, Promise<string>>;
}

/**
 * With the rights that the plan is limited to. CSVs come first in a plan, so that everything that names one as its owner only
 * waits for a write that has begun.
 */
export async function executeSteps(
  { world, signal }: Pick<Run, 'world' | 'signal'>,
  plan: InstallPlan,
  actions: readonly StepAction[],
): Promise<StepResult[]> {
  const { attenuatedServiceAccountRef, startTime } = plan.status ?? {};
  let limited: World;
  try {
    limited = await attenuated(world, attenuatedServiceAccountRef);
  } catch (error) {
    const { publicMessage: message } = asKubeError(error);
    return [{ step: actions[0]?.step ?? 0, ok: false, message, keepTrying: true }];
  }
  const { namespace = '' } = plan.metadata;
  const resumed = !isBegun(world, plan);
  noteBegun(world, plan);
  const run: Run = { world, limited, plan, namespace, startTime, resumed, signal, created: new Map() };
  const results = await Promise.all(
    actions.map((action) => world.memory.steps(() => executeStep(run, action))),
  );
  await untilServed(world, actions, results);
  return results;
}

/** Definitions that were made just now; nothing is waited for where something failed, as the plan is tried again. */
async function untilServed(
  { caches, clock }: World,
  actions: readonly StepAction[],
  results: readonly StepResult[],
): Promise<void> {
  const made = new Set(
    results.flatMap((result) => (result.ok && result.status === 'Created' ? [result.step] : [])),
  );
  const crds = actions.filter(
    ({ resource, step }) => resource.kind === 'CustomResourceDefinition' && made.has(step),
  );
  if (crds.length === 0 || results.some(({ ok }) => !ok)) return;
  const names = crds.map(({ object }) => object.metadata.name);
  await untilEstablished(caches.customResourceDefinitions, names, clock, ESTABLISH_WAIT_MS);
}

async function executeStep(run: Run, action: StepAction): Promise<StepResult> {
  const { step } = action;
  const warnings: string[] = [];
  const onWarnings = (texts: readonly string[]): void => {
    warnings.push(...texts);
  };
  try {
    const status =
      action.verb === 'create'
        ? await createStep(run, action, onWarnings)
        : await applyStep(run, action, onWarnings);
    return { step, ok: true, status, ...(warnings.length === 0 ? {} : { warnings }) };
  } catch (error) {
    const kube = asKubeError(error);
    const keepTrying = isTransient(kube) || kube.kind === 'forbidden';
    return { step, ok: false, message: messageOf(action, kube), keepTrying };
  }
}

function messageOf(action: StepAction, error: KubeError): string {
  const { group, version, kind } = action.resource;
  const { name } = action.object.metadata;
  if (error.resourceAbsent && error.kind === 'notFound') return apiMissing({ group, version, kind, name });
  return `${kind} ${keyOf(action.object)}: ${error.publicMessage}`;
}

type OnWarnings = (texts: readonly string[]) => void;

function applyStep(run: Run, action: StepAction, onWarnings: OnWarnings): Promise<'Created' | 'Present'> {
  const { kind } = action.resource;
  const ref = refTo(action.object);
  // OLM 56: several operators may bring a definition. Whoever writes it next must know of the one before.
  if (kind === 'CustomResourceDefinition')
    return run.world.memory.definitions(refKey(ref), () => {
      const latest = run.world.caches.customResourceDefinitions.get(ref);
      return applyOne(run, { ...action, object: withMarks(action.object, latest) }, onWarnings);
    });
  if (kind !== 'ServiceAccount') return applyOne(run, action, onWarnings);
  // OLM 51: operators may bring an account of one name. Whoever writes it next must know of the one before.
  return run.world.memory.accounts(refKey(ref), () => {
    const { metadata } = action.object;
    const ownerReferences = livingOwners(run.world, ref, metadata.ownerReferences);
    return applyOne(
      run,
      { ...action, object: { ...action.object, metadata: { ...metadata, ownerReferences } } },
      onWarnings,
    );
  });
}

/** Those that the plan knows of, and CSVs that an account of this name has got since. */
function livingOwners(
  { caches }: World,
  { namespace, name }: ObjectRef,
  known: readonly OwnerReference[] = [],
): OwnerReference[] {
  const existing = caches.serviceAccounts.get(namespace === undefined ? { name } : { namespace, name });
  const alive = new Set(caches.clusterServiceVersions.list(namespace).map(({ metadata }) => metadata.uid));
  const found = (existing?.metadata.ownerReferences ?? []).filter(({ uid }) => alive.has(uid));
  return [...new Map([...known, ...found].map((owner) => [owner.uid, owner])).values()];
}

async function applyOne(
  run: Run,
  action: StepAction,
  onWarnings: OnWarnings,
): Promise<'Created' | 'Present'> {
  const { resource, object, ownedBy, served } = action;
  const owner = ownedBy === undefined ? undefined : await ownerOf(run, ownedBy);
  const { metadata } = object;
  const owned =
    owner === undefined
      ? object
      : {
          ...object,
          metadata: {
            ...metadata,
            ownerReferences: [
              ...(metadata.ownerReferences ?? []).filter((reference) => reference.uid !== owner.uid),
              csvOwnerReference(owner),
            ],
          },
        };
  // OLM 53: definitions belong to the whole cluster, and are the controller's own affair.
  const isCrd = resource.kind === 'CustomResourceDefinition';
  const world = isCrd ? run.world : run.limited;
  // What it may not write it may not read either, where it has no rights of its own to install with.
  const reader = run.world.accountsOnly === true ? world : run.world;
  const there = run.resumed ? await findPresent(reader, resource, owned, run.signal) : undefined;
  const written = there ?? (await applyTelling(world, resource, owned, { signal: run.signal, onWarnings }));
  // A new definition has yet to be served.
  return isCrd ? (served === true ? 'Present' : 'Created') : statusOf(run, written);
}

/** OLM 51: Present is what was there before the plan. */
function statusOf({ startTime = '' }: Run, { metadata }: KubeObject): 'Created' | 'Present' {
  const [made, begun] = [Date.parse(metadata.creationTimestamp ?? ''), Date.parse(startTime)];
  return made < begun ? 'Present' : 'Created';
}

/** A Subscription says which plan made it. */
function subscriptionStatus(wanted: KubeObject, { metadata }: KubeObject): 'Created' | 'Present' {
  const plan = wanted.metadata.annotations?.[GENERATED_BY_ANNOTATION];
  return metadata.annotations?.[GENERATED_BY_ANNOTATION] === plan ? 'Created' : 'Present';
}

/** A CSV or a Subscription: what is there already stays as it is. */
async function createStep(
  run: Run,
  action: StepAction,
  onWarnings: OnWarnings,
): Promise<'Created' | 'Present'> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Whoever waits for the UID gets the error; without anybody it is still this step's own.
  promise.catch(() => undefined);
  const isCsv = action.resource.kind === 'ClusterServiceVersion';
  if (isCsv) run.created.set(action.object.metadata.name, promise);
  try {
    const object = await createOrFind(run, action, onWarnings);
    resolve(object.metadata.uid ?? '');
    return isCsv ? statusOf(run, object) : subscriptionStatus(action.object, object);
  } catch (error) {
    reject(error);
    throw error;
  }
}

async function createOrFind(
  { world, limited, plan, resumed, signal }: Run,
  action: StepAction,
  onWarnings: OnWarnings,
): Promise<KubeObject> {
  const there = resumed ? await findAny(world, action.resource, refTo(action.object), signal) : undefined;
  if (there !== undefined && there.metadata.deletionTimestamp === undefined) return there;
  try {
    const created = await createObject(limited, action, { signal, onWarnings });
    if (action.resource.kind === 'ClusterServiceVersion') noteMade(world, plan, created);
    return created;
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists')) throw error;
    const existing = await world.client.get(action.resource, refTo(action.object), { signal });
    if (existing.metadata.deletionTimestamp !== undefined) throw error;
    return existing;
  }
}

async function ownerOf(run: Run, csv: string): Promise<{ name: string; uid: string }> {
  const pending = run.created.get(csv);
  if (pending !== undefined) return { name: csv, uid: await pending };
  const ref = { namespace: run.namespace, name: csv };
  const known = run.world.caches.clusterServiceVersions.get(ref);
  const object =
    known ?? (await run.world.client.get(resources.clusterServiceVersions, ref, { signal: run.signal }));
  return { name: csv, uid: object.metadata.uid ?? '' };
}
