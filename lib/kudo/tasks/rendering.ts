/** Templates of an OperatorVersion, parsed once, with the values of an instance (KUDO 33, 34). */
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import { Allowance } from './allowance.ts';
import { contextParameters, templateContext, type ContextFacts } from '../parameters/context.ts';
import { pipeNames } from './pipe.ts';
import type { TaskWorld } from './world.ts';
import { parseTemplate, render, TemplateError, type ParsedTemplate } from '../../templates/template.ts';

/** Templates that were parsed, by the version that they are of: each is parsed once. */
export interface ParsedTemplates {
  templates: WeakMap<KudoOperatorVersion, Map<string, ParsedTemplate | { problem: string }>>;
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
  const values = contextParameters(spec.parameters, instance.spec.parameters ?? {});
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
      const problem = allowance.text(text);
      return problem === undefined ? { text } : { problem };
    } catch (error) {
      return allowance.problem === undefined ? problemOf(error) : { problem: allowance.problem };
    }
  };
  const known = new Map<string, ReturnType<Renderer>>();
  return {
    render: (file, place) => {
      const key = JSON.stringify([file, place]);
      const made = known.get(key) ?? rendered(file, place);
      known.set(key, made);
      return made;
    },
  };
}

function templateOf(
  { templates }: ParsedTemplates,
  version: KudoOperatorVersion,
  { file, allowance }: { file: string; allowance: Allowance },
): ParsedTemplate | { problem: string } {
  if (allowance.problem !== undefined) return { problem: allowance.problem };
  const all = templates.get(version) ?? new Map<string, ParsedTemplate | { problem: string }>();
  templates.set(version, all);
  const known = all.get(file);
  if (known !== undefined) return known;
  const text = Object.hasOwn(version.spec.templates, file) ? version.spec.templates[file] : undefined;
  const problem = text === undefined ? undefined : allowance.template(text);
  if (problem !== undefined) return { problem };
  const parsed = parsedTemplate(file, text);
  all.set(file, parsed);
  return parsed;
}

function parsedTemplate(file: string, text: string | undefined): ParsedTemplate | { problem: string } {
  if (text === undefined) return { problem: `error finding resource named ${file}` };
  try {
    return parseTemplate(file, text);
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): { problem: string } {
  if (!(error instanceof TemplateError)) throw error;
  return { problem: `error rendering template: ${error.message}` };
}
