/** Every template rendered with the defaults, and what it makes read (KUDO 26). */
import { type ContextValue, type ParsedTemplate, render, TemplateError } from '../../templates/template.ts';
import { contextParameters, templateContext } from '../parameters/context.ts';
import { packageParameters } from '../package/objects.ts';
import type { KudoPackage } from '../package/package.ts';
import { pipeNames } from '../tasks/pipe.ts';
import { errorOf, type PackageFinding } from './finding.ts';
import { renderedObjects } from './rendered-objects.ts';

/** After so many that fail no more are rendered: each may cost as much as a render may. */
const MOST_FAILURES = 20;

/** @param parsed the templates that can be read */
export function renderFindings(
  read: KudoPackage,
  parsed: ReadonlyMap<string, ParsedTemplate>,
): PackageFinding[] {
  const values = contextParameters(packageParameters(read), {});
  // A default that cannot be read is told by itself.
  if ('problem' in values) return [];
  const [usual, ofFiles] = [true, false].map((placed) => context(read, values.parameters, placed));
  const findings: PackageFinding[] = [];
  for (const [name, tree] of parsed) {
    if (findings.length >= MOST_FAILURES) break;
    const file = read.templates.get(name)?.file ?? name;
    const isFile = isParameterFile(read, name);
    const text = rendered(tree, (isFile ? ofFiles : usual) ?? {}, file);
    if (typeof text !== 'string') findings.push(text);
    else if (!isFile) findings.push(...objectFindings(name, file, text));
  }
  return findings;
}

function isParameterFile({ operator }: KudoPackage, name: string): boolean {
  return operator.tasks.some(({ kind, spec }) => kind === 'KudoOperator' && spec.parameterFile === name);
}

/** Names stand for themselves; pipes are those of all plans. */
function context(
  { operator }: KudoPackage,
  parameters: Readonly<Record<string, ContextValue>>,
  placed: boolean,
): Record<string, ContextValue> {
  const pipes = Object.entries(operator.plans).flatMap(([name, plan]) => {
    const named = pipeNames('Name', name, plan, operator.tasks);
    return 'pipes' in named ? Object.entries(named.pipes) : [];
  });
  const place = { plan: 'PlanName', phase: 'PhaseName', step: 'StepName', pipes: Object.fromEntries(pipes) };
  return templateContext({
    operatorName: 'OperatorName',
    name: 'Name',
    namespace: 'Namespace',
    appVersion: 'AppVersion',
    operatorVersion: 'OperatorVersion',
    parameters,
    place: placed ? place : undefined,
  });
}

function rendered(
  tree: ParsedTemplate,
  values: Readonly<Record<string, ContextValue>>,
  file: string,
): string | PackageFinding {
  try {
    return render(tree, values);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return errorOf('template-render', {
      message: `error rendering template: ${error.message}`,
      ...{ file, line: error.line },
      fix: 'correct the template, or the default that it stumbles over',
    });
  }
}

function objectFindings(name: string, file: string, text: string): PackageFinding[] {
  const objects = renderedObjects(text);
  if (!('problem' in objects)) return [];
  return [
    errorOf('template-yaml', {
      message: `parsing rendered YAML from ${name} failed: ${objects.problem}`,
      ...{ file, line: 0 },
      fix: 'look at what the template makes of the defaults: the line is of that text',
    }),
  ];
}
