/** What templates see: `.Params`, `.Name` and the others (KUDO 30, 33). Source: KUDO `pkg/engine/renderer/variables.go`. */
import { type ContextValue, TextMap } from '../../templates/template.ts';
import type { KudoParameter } from '../api/types.ts';
import { goQuoted, decodedValue } from '../yaml/go-values.ts';
import { parameterText, type ParameterTexts, structureOf } from './check.ts';

/** Where in a plan a template is rendered, and the names of what its pipes have made. */
export interface ContextPlace {
  readonly plan: string;
  readonly phase: string;
  readonly step: string;
  readonly pipes: Readonly<Record<string, string>>;
}

/** All that the dot is made of; parameter files have no place. */
export interface ContextFacts {
  readonly operatorName: string;
  readonly name: string;
  readonly namespace: string;
  readonly appVersion: string;
  readonly operatorVersion: string;
  readonly parameters: Readonly<Record<string, ContextValue>>;
  readonly place?: ContextPlace | undefined;
}

/** What stands behind the dot. */
export const CONTEXT_FIELDS = [
  ...['OperatorName', 'Name', 'Namespace', 'AppVersion', 'OperatorVersion'],
  ...['PlanName', 'PhaseName', 'StepName', 'Params', 'Pipes'],
] as const;

/** The dot of one template. */
export function templateContext(facts: ContextFacts): Record<string, ContextValue> {
  const { place } = facts;
  return {
    OperatorName: facts.operatorName,
    Name: facts.name,
    Namespace: facts.namespace,
    AppVersion: facts.appVersion,
    OperatorVersion: facts.operatorVersion,
    Params: facts.parameters,
    ...(place === undefined
      ? {}
      : {
          PlanName: place.plan,
          PhaseName: place.phase,
          StepName: place.step,
          Pipes: new TextMap(place.pipes),
        }),
  };
}

/** Values of all parameters: maps and lists as such, all others as texts (KUDO 16). Or which of them cannot be read. */
export function contextParameters(
  definitions: readonly KudoParameter[],
  values: ParameterTexts,
): { parameters: Record<string, ContextValue> } | { problem: string } {
  const parameters: [string, ContextValue][] = [];
  for (const definition of definitions) {
    const { name, type } = definition;
    const text = parameterText(definition, values);
    if (type !== 'array' && type !== 'map') {
      parameters.push([name, text]);
      continue;
    }
    const node = structureOf(type, text);
    if (node === undefined)
      return { problem: `parameter ${goQuoted(name)} of type ${type} holds no YAML of that type: ${text}` };
    // A list that is empty is one all the same: `range` goes over it, and it is printed as such.
    parameters.push([name, decodedValue(node) ?? (type === 'array' ? [] : null)]);
  }
  return { parameters: Object.fromEntries(parameters) };
}
