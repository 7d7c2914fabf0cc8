/** One object of a plan held against the cluster: what it is now, and what the plan would make of it. */
import { apiVersionOf, type KubeObject } from '../../k8s/object.ts';
import { optional } from '../../base/loose.ts';
import { planBundles } from './bundle.ts';
import { changedPaths, differenceBetween, differenceOf, type ObjectDifference } from './diff.ts';
import { planKind } from './kinds.ts';
import { conversionOf, leavesOutOf } from './left-out.ts';
import { planMoves } from './moves.ts';
import { crdForCluster, csvForCluster, ownedObject } from './objects.ts';
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

/** A plan with, for each step, its content and the object that is there; read with the rights of whoever asks. */
export interface PlanReviewFacts {
  plan: InstallPlan;
  /** As many as the plan's status has steps, in their order. */
  steps: readonly { content: StepContent; existing: StepExisting }[];
  /** Of the namespace; undefined: may not be listed. */
  subscriptions: readonly Subscription[] | undefined;
  csvs: readonly ClusterServiceVersion[] | undefined;
  /** By Subscription; missing: may not be read, or is not there. */
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
  why?: ContentGap | 'forbidden' | 'unsupported' | 'failed';
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
    ...verdict(step, compared, paths.length),
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
  { step, content, existing }: ReviewStep,
  compared: Comparison | undefined,
  changes: number,
): Pick<ReviewedObject, 'change' | 'why' | 'message'> {
  if (planKind(step.resource) === undefined) return { change: 'unknown', why: 'unsupported' };
  if (existing.kind === 'forbidden') return { change: 'unknown', why: 'forbidden' };
  if (existing.kind === 'failed') return { change: 'unknown', why: 'failed', message: existing.message };
  if (existing.kind === 'absent') return { change: 'created' };
  // Users may have edited it, and a plan does not undo that.
  if (step.resource.kind === 'ClusterServiceVersion') return { change: 'kept' };
  if (content.kind !== 'ready') {
    const { message } = content;
    return { change: 'unknown', why: content.kind, ...optional({ message }) };
  }
  if (compared === undefined) return { change: 'unknown', why: 'unreadable' };
  return { change: changes === 0 ? 'unchanged' : 'changed' };
}

interface Comparison {
  difference: ObjectDifference;
  /** Another object than the one of its name. */
  with?: string;
}

/** What the step makes of its object; undefined where that is not known. */
export function writtenByStep(step: ReviewStep, facts: PlanReviewFacts): KubeObject | undefined {
  const { content, existing } = step;
  if (content.kind !== 'ready') return undefined;
  const there = existing.kind === 'present' ? existing.object : undefined;
  return writtenObject(step, content.object, there, facts);
}

function compareStep(step: ReviewStep, facts: PlanReviewFacts): Comparison | undefined {
  const { content, existing } = step;
  if (content.kind !== 'ready' || existing.kind === 'forbidden' || existing.kind === 'failed')
    return undefined;
  const there = existing.kind === 'present' ? existing.object : undefined;
  const wanted = writtenObject(step, content.object, there, facts);
  const installed = there === undefined ? installedCsv(step, facts) : undefined;
  if (installed !== undefined)
    return { difference: differenceBetween(wanted, installed), with: installed.metadata.name ?? '' };
  return { difference: differenceOf(wanted, there, facts.manager) };
}

/** A new version has a new name: it is worth seeing what differs from the one that it takes over from. */
function installedCsv({ step }: ReviewStep, facts: PlanReviewFacts): ClusterServiceVersion | undefined {
  if (step.resource.kind !== 'ClusterServiceVersion') return undefined;
  const move = planMoves({ ...facts, contents: new Map() }).find(({ csv }) => csv === step.resolving);
  return facts.csvs?.find(({ metadata }) => metadata.name === move?.from?.csv);
}

/** The object as the controller would write it. */
function writtenObject(
  { step }: ReviewStep,
  content: KubeObject,
  existing: KubeObject | undefined,
  facts: PlanReviewFacts,
): KubeObject {
  const { plan, isCsv } = facts;
  const bundle = planBundles(plan)?.find(({ csv }) => csv === step.resolving);
  const namespace = plan.metadata.namespace ?? '';
  // A real OLM writes what the step says, and adds labels of its own.
  if (bundle === undefined) return content;
  if (isCsv(content)) return csvForCluster(content, bundle, { namespace, group: undefined, leftOut: [] });
  if (step.resource.kind === 'CustomResourceDefinition')
    return crdForCluster(content, existing, bundle, {
      namespace,
      conversion: conversionOf(content, csvOf(step.resolving, facts), leavesOutOf(plan)),
    });
  const namespaced = planKind(step.resource)?.resource.namespaced === true;
  return ownedObject(content, bundle, { namespace, namespaced, owners: [] });
}

/** The CSV that a definition comes with, as far as it has been read. */
function csvOf(name: string, facts: PlanReviewFacts): ClusterServiceVersion | undefined {
  const contents = stepsOf(facts).flatMap(({ content }) =>
    content.kind === 'ready' ? [content.object] : [],
  );
  return contents.filter(facts.isCsv).find(({ metadata }) => metadata.name === name);
}
