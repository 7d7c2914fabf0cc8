/** Templates of an OperatorVersion, parsed once, with the values of an instance (KUDO 33, 34). */
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
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

/** How its templates are rendered, or which values make that impossible. */
export function rendererOf(
  world: ParsedTemplates,
  instance: KudoInstance,
  version: KudoOperatorVersion,
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
  return {
    render: (file, place) => {
      const parsed = templateOf(world, version, file);
      if ('problem' in parsed) return parsed;
      const at = place === undefined ? undefined : { ...place, pipes: named.pipes };
      try {
        return { text: render(parsed, templateContext({ ...facts, place: at })) };
      } catch (error) {
        return problemOf(error);
      }
    },
  };
}

function templateOf(
  { templates }: ParsedTemplates,
  version: KudoOperatorVersion,
  file: string,
): ParsedTemplate | { problem: string } {
  const all = templates.get(version) ?? new Map<string, ParsedTemplate | { problem: string }>();
  templates.set(version, all);
  const known = all.get(file) ?? parsedTemplate(version.spec.templates, file);
  all.set(file, known);
  return known;
}

function parsedTemplate(
  templates: Readonly<Record<string, string>>,
  file: string,
): ParsedTemplate | { problem: string } {
  const text = Object.hasOwn(templates, file) ? templates[file] : undefined;
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
