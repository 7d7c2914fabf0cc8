/**
 * A decision about an instance, from plain data and a view of the cluster: made where it is asked for while it is quick, and
 * otherwise in a thread of its own.
 */
import { createHmac } from 'node:crypto';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { KudoInstance, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { parameterText } from '#lib/kudo/parameters/check.ts';
import { decideInstance } from '#lib/kudo/plan/decide.ts';
import type { InstanceDecision } from '#lib/kudo/plan/decision.ts';
import type { TaskRunner } from '#lib/kudo/plan/facts.ts';
import type { Seal } from '#lib/kudo/plan/run-changes.ts';
import type { Allowance } from '#lib/kudo/tasks/allowance.ts';
import { rendererOf, type ParsedTemplates, type Renderer } from '#lib/kudo/tasks/rendering.ts';
import { taskRunner } from '#lib/kudo/tasks/run.ts';
import type { TaskWorld } from '#lib/kudo/tasks/world.ts';

/** What it is made from, besides what its tasks look up. Plain data: it may go to another thread. */
export interface DecisionFacts {
  /** With its history in the status. */
  instance: KudoInstance;
  version: KudoOperatorVersion | undefined;
  now: string;
  uid: string;
  workloads: readonly KubeObject[];
  dependencyProblem: string | undefined;
  /** What passwords in the history are sealed with. */
  sealKey: Uint8Array | undefined;
}

/** What tasks may see of the cluster. */
export type Sight = Pick<TaskWorld, 'find' | 'scopeOf' | 'refusal' | 'output'>;

/** What was read before stays known in these. */
export interface DecisionTools extends ParsedTemplates {
  readYaml: TaskWorld['readYaml'];
}

/** Decides, as often as it is asked: what was rendered once is known. Once the allowance has a problem, that is why tasks fail. */
export function decider(
  tools: DecisionTools,
  { version, sealKey, ...facts }: DecisionFacts,
  sight: Sight,
  allowance: Allowance,
): () => InstanceDecision {
  const { instance } = facts;
  const renderer = version === undefined ? undefined : rendererOf(tools, instance, version, allowance);
  const runTask =
    version === undefined || renderer === undefined || 'problem' in renderer
      ? IDLE
      : boundedRunner(worldOf(tools, { instance, version, render: renderer.render }, sight), allowance);
  const parameterProblem = renderer !== undefined && 'problem' in renderer ? renderer.problem : undefined;
  return () => {
    allowance.anew();
    return decideInstance({ ...facts, version, runTask, parameterProblem, seal: sealBy(sealKey) });
  };
}

/** The decision where nothing can be looked at, for that reason: the plan that runs ends with it. */
export function decisionWithout({ sealKey, ...facts }: DecisionFacts, why: string): InstanceDecision {
  return decideInstance({ ...facts, runTask: IDLE, parameterProblem: why, seal: sealBy(sealKey) });
}

const IDLE: TaskRunner = () => ({ kind: 'waiting', actions: [] });

function worldOf(
  { readYaml }: DecisionTools,
  of: { instance: KudoInstance; version: KudoOperatorVersion; render: Renderer },
  sight: Sight,
): TaskWorld {
  const { parameters } = of.version.spec;
  return {
    ...of,
    ...sight,
    readYaml,
    parameter: (name) => {
      const definition = parameters.find((parameter) => parameter.name === name);
      return definition && parameterText(definition, of.instance.spec.parameters ?? {});
    },
  };
}

/** A plan names as many tasks as it likes. */
function boundedRunner(world: TaskWorld, allowance: Allowance): TaskRunner {
  const run = taskRunner(world);
  return (task, place) => {
    if (allowance.task()) return run(task, place);
    return { kind: 'fatal', reason: 'TaskRenderingError', message: allowance.problem ?? '' };
  };
}

/** Of passwords the history keeps what tells that they changed, and nothing that they could be guessed from: the key is a Secret's. */
function sealBy(key: Uint8Array | undefined): Seal | undefined {
  if (key === undefined) return undefined;
  return (text) => createHmac('sha256', key).update(`plan-runs\n${text}`).digest('base64url');
}

/** Parts of plans that are walked in every pass, however little they do. */
const MOST_QUICK_PARTS = 2_000;

/** Whether a decision about it may be quick at all: it has no more tasks and steps than most. */
export function isQuickToWalk(version: KudoOperatorVersion | undefined): boolean {
  if (version === undefined) return true;
  let parts = version.spec.tasks.length;
  for (const { phases } of Object.values(version.spec.plans))
    for (const { steps } of phases) for (const { tasks } of steps) parts += 1 + tasks.length;
  return parts <= MOST_QUICK_PARTS;
}
