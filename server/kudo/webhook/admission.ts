/**
 * What becomes of a write of an Instance before it is stored: the plan that runs, and whether its author has the rights that
 * the plan takes (KUDO 37-46). The engine's own writes are decided already.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { admitInstance, type Admission, type PlanChoice } from '#lib/kudo/admission/admit.ts';
import { withTaken } from '#lib/kudo/admission/late.ts';
import { unreviewed, withReview, type AuthorReview } from '#lib/kudo/admission/review.ts';
import { rightText, type WriteRight } from '#lib/kudo/admission/rights.ts';
import { queuedPlans } from '#lib/kudo/admission/queue.ts';
import {
  CLEANUP_PLAN,
  NEEDED_OPERATORS_ANNOTATION,
  QUEUE_ANNOTATION,
  REVIEWED_ANNOTATION,
  SCHEDULE_PREFIX,
  TAKEN_ANNOTATION,
} from '#lib/kudo/api/labels.ts';
import { readInstance } from '#lib/kudo/api/parse.ts';
import type { KudoInstance, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { schedulesOf } from '#lib/kudo/api/schedules.ts';
import {
  neededOperators,
  proposalText,
  proposedOperators,
  type NeedFacts,
} from '#lib/kudo/package/needed-operators.ts';
import { invalidParameters } from '#lib/kudo/parameters/check.ts';
import { isAllowed } from '#lib/olm/api/olm-itself.ts';
import { inParallel, type KeyedLock } from '#server/install/limiter.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import { ask } from '#server/kube/ask.ts';
import { sealed, sealedReview } from '../review-seal.ts';
import { foreseePlans, operatorVersionAt, type ForesightWorld } from './foresight.ts';

/** What it decides with. */
export interface AdmissionWorld extends ForesightWorld {
  /** Name by which the API server knows the engine. */
  self: string;
  /** What reviews are sealed with; absent where plans run with the rights of the engine, whoever asked for them. */
  reviewKey: Buffer | undefined;
  newUid: () => string;
  /** Looking at what plans would write keeps everybody else waiting: nobody has two turns before another has one. */
  turns: KeyedLock;
  /** What is known of OLM's operators; absent where nobody knows. */
  operators?: Omit<NeedFacts, 'namespace'> | undefined;
}

/** The part of admission.k8s.io/v1 AdmissionRequest that counts. */
export const AdmissionRequest = z.object({
  uid: z.string(),
  operation: z.string(),
  namespace: z.string().default(''),
  userInfo: z.object({
    username: z.string().default(''),
    uid: z.string().optional(),
    groups: z.array(z.string()).default([]),
    extra: z.record(z.string(), z.array(z.string())).optional(),
  }),
  options: z.looseObject({ fieldManager: z.string().optional() }).nullish(),
  object: z.unknown(),
  oldObject: z.unknown(),
});
/** One write that somebody asks for. */
export type AdmissionRequest = z.infer<typeof AdmissionRequest>;

/** `patch`: operations of RFC 6902. */
export type AdmissionVerdict =
  | { allowed: true; patch: readonly object[]; warnings: readonly string[] }
  | { allowed: false; code: number; message: string };

const UNCHANGED: AdmissionVerdict = { allowed: true, patch: [], warnings: [] };

/** Decides about one write. Rejects with KubeError when the API server does not answer. */
export async function decideAdmission(
  world: AdmissionWorld,
  request: AdmissionRequest,
  signal?: AbortSignal,
): Promise<AdmissionVerdict> {
  if (isEngines(world, request) || !LOOKED_AT.has(request.operation)) return UNCHANGED;
  const next = instanceIn(request.object, request.namespace);
  if ('problem' in next) return { allowed: false, code: 422, message: next.problem };
  const before = instanceBefore(request);
  const version = await versionOf(world, next.value);
  const admission = admitInstance({
    ...{ next: next.value, version, uid: world.newUid(), invalidParameters },
    ...(before === undefined ? {} : { old: before, oldVersion: await versionOf(world, before) }),
    mayQueue: next.value.metadata.annotations?.[QUEUE_ANNOTATION] === 'true',
  });
  if (!admission.allowed) return admission;
  const verdict = await withAuthor(world, request, { before, admission, version, signal });
  if (!verdict.allowed || version === undefined || isSameVersion(before, next.value)) return verdict;
  return {
    ...verdict,
    warnings: [...verdict.warnings, ...missingOperators(world, request.namespace, version)],
  };
}

function isSameVersion(before: KudoInstance | undefined, { spec }: KudoInstance): boolean {
  return before?.spec.operatorVersion.name === spec.operatorVersion.name;
}

/** What has to be there for its plans to come to an end, with what would bring it: whoever installs is told, and decides. */
function missingOperators(
  { operators }: AdmissionWorld,
  namespace: string,
  { metadata: { name, annotations } }: KudoOperatorVersion,
): string[] {
  const needs = neededOperators(annotations?.[NEEDED_OPERATORS_ANNOTATION]);
  if (operators === undefined || 'problem' in needs) return [];
  return proposedOperators(needs, { ...operators, namespace }).map((one) => proposalText(name, one));
}

const LOOKED_AT: ReadonlySet<string> = new Set(['CREATE', 'UPDATE']);

function isEngines({ self }: AdmissionWorld, { userInfo, options }: AdmissionRequest): boolean {
  return userInfo.username === self && options?.fieldManager === FIELD_MANAGER;
}

/** What nobody could read before may be mended. */
function instanceBefore({ operation, oldObject, namespace }: AdmissionRequest): KudoInstance | undefined {
  const old = operation === 'CREATE' ? undefined : instanceIn(oldObject, namespace);
  return old === undefined || 'problem' in old ? undefined : old.value;
}

function instanceIn(object: unknown, namespace: string): ReturnType<typeof readInstance> {
  const read = readInstance(object);
  if ('problem' in read) return read;
  // On creation the object may leave it to the path.
  return { value: { ...read.value, metadata: { ...read.value.metadata, namespace } } };
}

function versionOf(
  { client }: AdmissionWorld,
  { spec, metadata }: KudoInstance,
): Promise<KudoOperatorVersion | undefined> {
  const { namespace = '', name = '' } = spec.operatorVersion;
  const place = namespace === '' ? (metadata.namespace ?? '') : namespace;
  return name === '' ? Promise.resolve(undefined) : operatorVersionAt(client, { namespace: place, name });
}

interface Admitted {
  before: KudoInstance | undefined;
  admission: Extract<Admission, { allowed: true }>;
  version: KudoOperatorVersion | undefined;
  /** Nobody waits for the answer any more. */
  signal: AbortSignal | undefined;
}

/** The marks are ours alone: what an author writes there is replaced by what was there before. */
async function withAuthor(
  world: AdmissionWorld,
  request: AdmissionRequest,
  admitted: Admitted,
): Promise<AdmissionVerdict> {
  const { before, admission } = admitted;
  const { instance } = admission;
  const isSame = before !== undefined && admission.runs === undefined && sameSpec(before, instance);
  const marked = isSame
    ? withMark(instance, before.metadata.annotations?.[TAKEN_ANNOTATION])
    : withTaken(instance);
  const allowed = (text: string | undefined, warnings: readonly string[] = []): AdmissionVerdict => ({
    allowed: true,
    patch: patchOf(request.object, withReview(marked, text)),
    warnings,
  });
  if (world.reviewKey === undefined) return allowed(undefined);
  const kept = before?.metadata.annotations?.[REVIEWED_ANNOTATION];
  const review = await reviewed(world, world.reviewKey, request, admitted);
  if (review === undefined) return allowed(kept);
  if (!('denied' in review)) return allowed(sealed(world.reviewKey, placeOf(instance), review));
  // What runs already, and may not go on, keeps nobody from writing a label.
  return isSame && sameSchedules(before, instance)
    ? allowed(kept, [review.denied])
    : { allowed: false, code: 403, message: review.denied };
}

function placeOf({ metadata: { namespace = '', name } }: KudoInstance): Required<ObjectRef> {
  return { namespace, name };
}

function sameSpec(before: KudoInstance, after: KudoInstance): boolean {
  return JSON.stringify(before.spec) === JSON.stringify(after.spec);
}

function withMark(instance: KudoInstance, mark: string | undefined): KudoInstance {
  const { [TAKEN_ANNOTATION]: _written, ...others } = instance.metadata.annotations ?? {};
  const annotations = mark === undefined ? others : { ...others, [TAKEN_ANNOTATION]: mark };
  return { ...instance, metadata: { ...instance.metadata, annotations } };
}

/** What the author is found to be allowed; undefined where there is nothing to find out. */
async function reviewed(
  world: AdmissionWorld,
  key: Buffer,
  request: AdmissionRequest,
  { before, admission: { instance, runs }, version, signal }: Admitted,
): Promise<AuthorReview | { denied: string } | undefined> {
  if (version === undefined) return undefined;
  const known = before === undefined ? undefined : sealedReview(key, before);
  const isReviewed = known !== undefined && unreviewed(known, version) === undefined;
  const now = plansToReview(instance, runs, isReviewed);
  const isScheduled = !sameSchedules(before, instance);
  if (now.length === 0 && !isScheduled) return undefined;
  const isAsked = known !== undefined && !isScheduled && ASKED.has(runs?.cause.kind ?? '');
  const later = isAsked ? [] : laterPlans(instance);
  return world.turns(request.namespace, async () => {
    // Whoever came meanwhile is let in first.
    await setImmediate();
    signal?.throwIfAborted();
    return judged(world, request, { root: { instance, version }, known, now, later, signal });
  });
}

/** Plans whose writes are held against the rights of the author. */
interface PlansToJudge {
  root: { instance: KudoInstance; version: KudoOperatorVersion };
  known: AuthorReview | undefined;
  now: readonly string[];
  later: readonly string[];
  /** Nobody waits for the answer any more. */
  signal: AbortSignal | undefined;
}

async function judged(
  world: AdmissionWorld,
  request: AdmissionRequest,
  { root, known, signal, ...asked }: PlansToJudge,
): Promise<AuthorReview | { denied: string }> {
  const { now, later } = asked;
  const foreseen = await foreseePlans(world, { root, now, later }, signal);
  const plans = now.length === 0 ? later.filter((plan) => plan !== CLEANUP_PLAN) : now;
  const rights = eachOnce([...foreseen.now.rights, ...foreseen.later.rights]);
  const excess = foreseen.excess ?? tooMany(rights);
  if (excess !== undefined)
    return {
      denied: `plan ${plans.join(', ')} of ${root.version.metadata.name} cannot be checked: ${excess}`,
    };
  const missing = await missingRights(world, request, rights);
  if (missing.length > 0) return { denied: deniedText(request, { plans, version: root.version, missing }) };
  return {
    versions: { ...known?.versions, ...foreseen.now.versions, ...foreseen.later.versions },
    // What nobody looked at again stays as it was known.
    rights: now.length === 0 ? (known?.rights ?? []) : foreseen.now.rights.map(rightText),
    later: later.length === 0 ? (known?.later ?? []) : foreseen.later.rights.map(rightText),
  };
}

function eachOnce(rights: readonly WriteRight[]): WriteRight[] {
  return [...new Map(rights.map((right) => [rightText(right), right])).values()];
}

/** Of everybody who changes values: by somebody else's they would be other plans. */
function laterPlans(instance: KudoInstance): string[] {
  return [CLEANUP_PLAN, ...schedulesOf(instance).map(({ plan }) => plan)];
}

/** Who says when a plan runs answers for it; to say that it does not takes nothing. */
function sameSchedules(before: KudoInstance | undefined, { metadata }: KudoInstance): boolean {
  return Object.entries(metadata.annotations ?? {}).every(
    ([key, text]) => !key.startsWith(SCHEDULE_PREFIX) || before?.metadata.annotations?.[key] === text,
  );
}

/** Those that the write starts; or the one that waits because nobody's rights were found to reach for it. */
function plansToReview(
  instance: KudoInstance,
  runs: PlanChoice | undefined,
  isReviewed: boolean,
): readonly string[] {
  if (runs !== undefined) return [runs.plan, ...runs.then];
  const running = instance.spec.planExecution?.planName ?? '';
  return running === '' || isReviewed ? [] : [running, ...queuedPlans(instance)];
}

function deniedText(
  { userInfo, namespace }: AdmissionRequest,
  found: { plans: readonly string[]; version: KudoOperatorVersion; missing: readonly WriteRight[] },
): string {
  const { plans, version, missing } = found;
  const what = missing.map(rightText).join(', ');
  return `plan ${plans.join(', ')} of ${version.metadata.name} takes rights that ${userInfo.username} does not have in namespace ${namespace}: ${what}`;
}

/** Whoever asks for a plan leaves the values as they are. */
const ASKED: ReadonlySet<string> = new Set(['asked', 'restarted']);
function tooMany(rights: readonly WriteRight[]): string | undefined {
  return rights.length > MOST_RIGHTS ? `its plans take more than ${String(MOST_RIGHTS)} rights` : undefined;
}

const AT_ONCE = 16;
/** Each is asked for by itself; operators take some dozens. */
const MOST_RIGHTS = 1_000;

/** Rejects with KubeError: what could not be asked is not allowed. */
async function missingRights(
  { client }: AdmissionWorld,
  { userInfo, namespace }: Pick<AdmissionRequest, 'userInfo' | 'namespace'>,
  rights: readonly WriteRight[],
): Promise<WriteRight[]> {
  const { username: user, groups, uid, extra } = userInfo;
  const answers = await inParallel(AT_ONCE, rights, async (right) => {
    const resourceAttributes = {
      ...{ verb: right.verb, group: right.group, resource: right.plural },
      ...(right.namespaced ? { namespace } : {}),
      ...optional({ name: right.name }),
    };
    const spec = { user, groups, ...optional({ uid, extra }), resourceAttributes };
    return isAllowed(await ask(client, resources.subjectAccessReviews, { spec }));
  });
  return rights.filter((_right, index) => answers[index] !== true);
}

/** What became another of what was sent: spec, annotations, finalizers. */
function patchOf(sent: unknown, { spec, metadata }: KudoInstance): object[] {
  const raw = sent as KubeObject;
  const before = (raw['spec'] ?? {}) as Record<string, unknown>;
  const parts: [path: string, was: unknown, is: unknown][] = [
    ['/spec', before, { ...before, ...spec }],
    ['/metadata/annotations', raw.metadata.annotations, metadata.annotations],
    ['/metadata/finalizers', raw.metadata.finalizers, metadata.finalizers],
  ];
  return parts
    .filter(([, was, is]) => JSON.stringify(was ?? {}) !== JSON.stringify(is ?? {}))
    .map(([path, was, value]) => ({ op: was === undefined ? 'add' : 'replace', path, value: value ?? {} }));
}
