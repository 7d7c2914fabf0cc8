/** What the tasks of a package make of its templates, without a cluster. */
import { optional } from '../../base/loose.ts';
import type { ReachedLimit } from '../../base/reached-limit.ts';
import { builtTask, type BuiltTask } from '../api/task.ts';
import { KUDO_API_VERSION, type KudoInstance, type KudoOperatorVersion } from '../api/types.ts';
import type { TaskPlace } from '../plan/decision.ts';
import { readObjects } from '../tasks/resources.ts';
import { renderedObjects } from './rendered-objects.ts';
import { decodedValue } from '../yaml/go-values.ts';
import { readYaml11 } from '../yaml/read.ts';
import { rendererOf, type Renderer } from '../tasks/rendering.ts';

/** One template of one task, where the task is called first. */
export interface RenderedTemplate {
  readonly task: string;
  readonly kind: BuiltTask['kind'];
  readonly plan: string;
  readonly phase: string;
  readonly step: string;
  /** As the task names it. */
  readonly template: string;
  /** Whether its text is of objects; else it is of the parameters of another operator. */
  readonly holds: 'objects' | 'parameters';
  /** Absent where the template fails. */
  readonly text?: string;
  /** Why there is no text, or why it holds no objects. */
  readonly problem?: string;
  /** The bound of ours for which that is so. */
  readonly limit?: ReachedLimit;
}

/** Of an instance. */
export interface RenderWish {
  readonly version: KudoOperatorVersion;
  readonly name: string;
  readonly namespace: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** In this order. */
  readonly plans: readonly string[];
}

/** Each task of the plans once. @throws Error for what keeps all of a plan from being rendered */
export function renderedTasks(wish: RenderWish): RenderedTemplate[] {
  const done = new Set<string>();
  return wish.plans.flatMap((plan) => {
    const render = rendererFor(wish, plan);
    return callsOf(wish.version, plan).flatMap(({ task, place }) => {
      if (done.has(task.name)) return [];
      done.add(task.name);
      return templatesOfTask(task).map(({ template, holds }) => ({
        ...{ task: task.name, kind: task.kind, plan, phase: place.phase, step: place.step, template, holds },
        ...rendered(render, { kind: task.kind, template, place, holds }),
      }));
    });
  });
}

function rendererFor({ version, name, namespace, parameters }: RenderWish, planName: string): Renderer {
  const instance: KudoInstance = {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    metadata: { name, namespace },
    spec: { operatorVersion: { name: version.metadata.name }, parameters, planExecution: { planName } },
  };
  const renderer = rendererOf({ templates: new WeakMap() }, instance, version);
  if ('problem' in renderer) throw new Error(renderer.problem);
  return renderer.render;
}

interface Call {
  task: BuiltTask;
  place: TaskPlace;
}

/** Tasks that are none are told by `verify`. */
function callsOf({ spec }: KudoOperatorVersion, plan: string): Call[] {
  const { phases = [] } = spec.plans[plan] ?? {};
  return phases.flatMap((phase) =>
    phase.steps.flatMap((step) =>
      step.tasks.flatMap((called): Call[] => {
        const task = spec.tasks.find(({ name }) => name === called);
        const built = task === undefined ? undefined : builtTask(task);
        if (built === undefined || 'problem' in built) return [];
        return [
          { task: built.task, place: { plan, phase: phase.name, step: step.name, task: called, uid: '' } },
        ];
      }),
    ),
  );
}

function templatesOfTask(task: BuiltTask): Pick<RenderedTemplate, 'template' | 'holds'>[] {
  switch (task.kind) {
    case 'Apply':
    case 'Delete':
    case 'Toggle':
      return task.resources.map((template) => ({ template, holds: 'objects' }));
    case 'Pipe':
      return [{ template: task.pod, holds: 'objects' }];
    case 'KudoOperator':
      return (task.parameterFile ?? '') === ''
        ? []
        : [{ template: task.parameterFile ?? '', holds: 'parameters' }];
    case 'Dummy':
      return [];
  }
}

function rendered(
  render: Renderer,
  {
    kind,
    template,
    place,
    holds,
  }: Pick<RenderedTemplate, 'kind' | 'template' | 'holds'> & { place: TaskPlace },
): Pick<RenderedTemplate, 'text' | 'problem' | 'limit'> {
  const made = render(template, holds === 'objects' ? place : undefined);
  if ('problem' in made || holds === 'parameters') return made;
  const failed = kind === 'Pipe' ? podProblem(made.text, template) : objectProblem(made.text, template);
  return { text: made.text, ...failed };
}

type Failed = Pick<RenderedTemplate, 'problem' | 'limit'>;

function objectProblem(text: string, template: string): Failed {
  const read = readObjects(text, template, (document) => decodedValue(readYaml11(document)));
  return 'kind' in read ? { problem: read.message, ...optional({ limit: read.limit }) } : {};
}

/** Pods that are read get their names from where they run (KUDO 69). */
function podProblem(text: string, template: string): Failed {
  const read = renderedObjects(text);
  return 'problem' in read ? { problem: `failed to parse template ${template}: ${read.problem}` } : {};
}
