/** Templates of an OperatorVersion, parsed once, with the values of an instance (KUDO 33, 34). */
import { optional } from '../../base/loose.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import { Allowance } from './allowance.ts';
import { isStructured, parameterText } from '../parameters/check.ts';
import { contextParameters, templateContext, type ContextFacts } from '../parameters/context.ts';
import { pipeNames } from './pipe.ts';
import type { TaskRendering, TaskWorld } from './world.ts';
import { parseTemplate, render, TemplateError, type ParsedTemplate } from '../../templates/template.ts';

type Failed = Exclude<TaskRendering, { text: string }>;

/** Templates that were parsed, by the version that they are of: each is parsed once. */
export interface ParsedTemplates {
  templates: WeakMap<KudoOperatorVersion, Map<string, ParsedTemplate | Failed>>;
}

/** Of a file, at a place of a plan. */
export type Renderer = TaskWorld['render'];

/**
 * How its templates are rendered, each once at each place, or which values make that impossible.
 * @param allowance what all of that may take together
 */
export function rendererOf(
  world: ParsedTemplates,
  instance: KudoInstance,
  version: KudoOperatorVersion,
  allowance = new Allowance(),
): { render: Renderer } | { problem: string } {
  const { spec } = version;
  const values = valuesOf(instance, version, allowance);
  if ('problem' in values) return values;
  const { planName = '' } = instance.spec.planExecution ?? {};
  const plan = Object.hasOwn(spec.plans, planName) ? spec.plans[planName] : undefined;
  const named =
    plan === undefined ? { pipes: {} } : pipeNames(instance.metadata.name, planName, plan, spec.tasks);
  if ('problem' in named) return named;
  const facts: ContextFacts = {
    operatorName: spec.operator.name ?? '',
    name: instance.metadata.name,
    namespace: instance.metadata.namespace ?? '',
    appVersion: spec.appVersion ?? '',
    operatorVersion: spec.version,
    parameters: values.parameters,
  };
  const rendered = (file: string, place: Parameters<Renderer>[1]): ReturnType<Renderer> => {
    const parsed = templateOf(world, version, { file, allowance });
    if ('problem' in parsed) return parsed;
    const at = place === undefined ? undefined : { ...place, pipes: named.pipes };
    try {
      const { shared } = allowance;
      const text = render(parsed, templateContext({ ...facts, place: at }), { shared });
      allowance.text(text);
      return excessOf(allowance) ?? { text };
    } catch (error) {
      return excessOf(allowance) ?? problemOf(error);
    }
  };
  const known = new Map<string, ReturnType<Renderer>>();
  return {
    render: (file, place) => {
      const key = JSON.stringify([file, place]);
      const before = known.get(key);
      if (before !== undefined) return handledAgain(before, allowance);
      const made = rendered(file, place);
      known.set(key, made);
      return made;
    },
  };
}

function valuesOf(
  { spec: { parameters: given = {} } }: KudoInstance,
  { spec: { parameters } }: KudoOperatorVersion,
  allowance: Allowance,
): ReturnType<typeof contextParameters> {
  for (const definition of parameters)
    if (isStructured(definition)) allowance.value(parameterText(definition, given));
  return excessOf(allowance) ?? contextParameters(parameters, given);
}

/** It is made and read, but what it holds is handled once more. */
function handledAgain(made: ReturnType<Renderer>, allowance: Allowance): ReturnType<Renderer> {
  if ('text' in made) allowance.text(made.text);
  return ('text' in made ? excessOf(allowance) : undefined) ?? made;
}

function excessOf({ problem, limit }: Allowance): Failed | undefined {
  return problem === undefined ? undefined : { problem, ...optional({ limit }) };
}

function templateOf(
  { templates }: ParsedTemplates,
  version: KudoOperatorVersion,
  { file, allowance }: { file: string; allowance: Allowance },
): ParsedTemplate | Failed {
  const excess = excessOf(allowance);
  if (excess !== undefined) return excess;
  const all = templates.get(version) ?? new Map<string, ParsedTemplate | Failed>();
  templates.set(version, all);
  const known = all.get(file);
  if (known !== undefined) return known;
  const text = Object.hasOwn(version.spec.templates, file) ? version.spec.templates[file] : undefined;
  if (text !== undefined) allowance.template(text);
  const late = excessOf(allowance);
  if (late !== undefined) return late;
  const parsed = parsedTemplate(file, text);
  all.set(file, parsed);
  return parsed;
}

function parsedTemplate(file: string, text: string | undefined): ParsedTemplate | Failed {
  if (text === undefined) return { problem: `error finding resource named ${file}` };
  try {
    return parseTemplate(file, text);
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): Failed {
  if (!(error instanceof TemplateError)) throw error;
  const { message, limit } = error;
  return { problem: `error rendering template: ${message}`, ...optional({ limit }) };
}
