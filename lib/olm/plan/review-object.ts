/** One object of a plan held against the cluster: what it is now, and what the plan would make of it. */
import { apiVersionOf, type KubeObject } from '../../k8s/object.ts';
import { optional } from '../../base/loose.ts';
import { changedPaths, differenceBetween, differenceOf, type ObjectDifference } from './diff.ts';
import { planKind } from './kinds.ts';
import type { StepAction } from './decision.ts';
import { planMoves } from './moves.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { ClusterServiceVersion, InstallPlan, InstallPlanStep, Subscription } from '../api/types.ts';

/** Why an object of a plan cannot be shown. `elsewhere`: OLM keeps it in a ConfigMap that one may not read. */
export type ContentGap = 'missing' | 'elsewhere' | 'unreadable' | 'service';

/** What a step brings. `inline`: the step itself carries it. */
export type StepContent =
  { kind: 'ready'; object: KubeObject; inline: boolean } | { kind: ContentGap; message?: string };

/** What is there under the step's name now. `unasked`: of a kind that plans do not support. */
export type StepExisting =
  | { kind: 'absent' | 'forbidden' | 'unasked' }
  | { kind: 'present'; object: KubeObject }
  | { kind: 'failed'; message: string };

/** What the controller's own decider would write, and why it would not come to the plan's end. */
export interface ForetoldWrites {
  /** By step. */
  writes: ReadonlyMap<number, Pick<StepAction, 'verb' | 'object'>>;
  problem?: string | undefined;
  /** Kinds that may not be read, so that nobody can tell whether the plan would come to its end. */
  unread: readonly string[];
}

/** A plan with, for each step, its content and the object that is there; read with the rights of whoever asks. */
export interface PlanReviewFacts {
  plan: InstallPlan;
  /** As many as the plan's status has steps, in their order. */
  steps: readonly { content: StepContent; existing: StepExisting }[];
  /** Of the namespace; undefined: may not be listed. */
  subscriptions: readonly Subscription[] | undefined;
  csvs: readonly ClusterServiceVersion[] | undefined;
  /** Undefined of a plan of a real OLM, which writes what its steps say and adds labels of its own. */
  foretold: ForetoldWrites | undefined;
  /** By `packageKeyOf`; missing: may not be read, or is not there. */
  packages: ReadonlyMap<string, PackageDetail>;
  isCsv: (object: KubeObject) => object is ClusterServiceVersion;
  /** Field manager of the controller. */
  manager: string;
}

/** `kept`: it is there, and plans leave such an object as it is. `unknown`: see `why`. */
export type ObjectChange = 'created' | 'changed' | 'unchanged' | 'kept' | 'unknown';

/** One step for people: which object, what becomes of it, and where it changes. */
export interface ReviewedObject {
  /** Its place among the steps of the plan. */
  step: number;
  kind: string;
  /** `group/version`, or the version of the core group. */
  api: string;
  name: string;
  /** Absent for what belongs to the whole cluster, and where that is not known. */
  namespace?: string;
  clusterScoped: boolean;
  change: ObjectChange;
  why?: ContentGap | 'forbidden' | 'unsupported' | 'failed' | 'unwritten';
  message?: string;
  /** Places that change; some of them, and how many more. */
  paths: string[];
  morePaths: number;
  /** Name of the object that it is compared with, when that is another one. */
  comparedWith?: string;
}

const MOST_PATHS = 6;

/** What one step changes; undefined where that cannot be told. */
export function stepDifference(facts: PlanReviewFacts, index: number): ObjectDifference | undefined {
  const step = stepsOf(facts)[index];
  return step === undefined ? undefined : compareStep(step, facts)?.difference;
}

/** A step with its content and the object that is there. */
export interface ReviewStep {
  index: number;
  step: InstallPlanStep;
  content: StepContent;
  existing: StepExisting;
}

/** The plan's steps with what was read for each, in order; what was not read counts as missing. */
export function stepsOf({ plan, steps }: PlanReviewFacts): ReviewStep[] {
  return (plan.status?.plan ?? []).map((step, index) => ({
    index,
    step,
    ...(steps[index] ?? { content: { kind: 'missing' }, existing: { kind: 'unasked' } }),
  }));
}

/** Holds one step against the cluster; a new CSV is compared with the one that it takes over from. */
export function reviewedObject(step: ReviewStep, facts: PlanReviewFacts): ReviewedObject {
  const { resource } = step.step;
  const kind = planKind(resource)?.resource;
  const compared = compareStep(step, facts);
  const { paths, more } = pathsOf(compared);
  return {
    step: step.index,
    kind: kind?.kind ?? resource.kind,
    api: apiVersionOf(resource),
    name: resource.name,
    ...optional({ namespace: kind?.namespaced === true ? facts.plan.metadata.namespace : undefined }),
    clusterScoped: kind?.namespaced === false,
    ...verdict(step, facts, compared, paths.length),
    paths,
    morePaths: more,
    ...optional({ comparedWith: compared?.with }),
  };
}

function pathsOf(compared: Comparison | undefined): ReturnType<typeof changedPaths> {
  return compared?.difference.before === undefined
    ? { paths: [], more: 0 }
    : changedPaths(compared.difference, MOST_PATHS);
}

function verdict(
  step: ReviewStep,
  facts: PlanReviewFacts,
  compared: Comparison | undefined,
  changes: number,
): Pick<ReviewedObject, 'change' | 'why' | 'message'> {
  const { content, existing } = step;
  if (planKind(step.step.resource) === undefined) return { change: 'unknown', why: 'unsupported' };
  if (existing.kind === 'forbidden') return { change: 'unknown', why: 'forbidden' };
  if (existing.kind === 'failed') return { change: 'unknown', why: 'failed', message: existing.message };
  if (existing.kind === 'present' && isKept(step, facts)) return { change: 'kept' };
  const left = content.kind === 'ready' ? leftWhy(step, facts) : undefined;
  if (left !== undefined) return { change: 'unknown', why: left };
  if (existing.kind === 'absent') return { change: 'created' };
  if (content.kind !== 'ready') {
    const { message } = content;
    return { change: 'unknown', why: content.kind, ...optional({ message }) };
  }
  if (compared === undefined) return { change: 'unknown', why: 'unreadable' };
  return { change: changes === 0 ? 'unchanged' : 'changed' };
}

/** Users may have edited it, and a plan does not undo that. */
function isKept({ index, step }: ReviewStep, { foretold }: PlanReviewFacts): boolean {
  return foretold?.writes.get(index)?.verb === 'create' || step.resource.kind === 'ClusterServiceVersion';
}

/** Why the controller would not write what the step brings; undefined when it would. */
function leftWhy({ index }: ReviewStep, { foretold }: PlanReviewFacts): ReviewedObject['why'] {
  if (foretold === undefined || foretold.writes.has(index)) return undefined;
  return foretold.problem === undefined ? 'service' : 'unwritten';
}

interface Comparison {
  difference: ObjectDifference;
  /** Another object than the one of its name. */
  with?: string;
}

/** What the step makes of its object; undefined where that is not known. */
export function writtenByStep(step: ReviewStep, facts: PlanReviewFacts): KubeObject | undefined {
  const { content, index } = step;
  if (content.kind !== 'ready') return undefined;
  return facts.foretold === undefined ? content.object : facts.foretold.writes.get(index)?.object;
}

function compareStep(step: ReviewStep, facts: PlanReviewFacts): Comparison | undefined {
  const { content, existing } = step;
  if (content.kind !== 'ready' || existing.kind === 'forbidden' || existing.kind === 'failed')
    return undefined;
  const there = existing.kind === 'present' ? existing.object : undefined;
  const wanted = writtenByStep(step, facts);
  if (wanted === undefined) return undefined;
  const installed = there === undefined ? installedCsv(step, facts) : undefined;
  if (installed !== undefined)
    return { difference: differenceBetween(wanted, installed), with: installed.metadata.name };
  return { difference: differenceOf(wanted, there, facts.manager) };
}

/** A new version has a new name: it is worth seeing what differs from the one that it takes over from. */
function installedCsv({ step }: ReviewStep, facts: PlanReviewFacts): ClusterServiceVersion | undefined {
  if (step.resource.kind !== 'ClusterServiceVersion') return undefined;
  const move = planMoves({ ...facts, contents: new Map() }).find(({ csv }) => csv === step.resolving);
  return facts.csvs?.find(({ metadata }) => metadata.name === move?.from?.csv);
}
