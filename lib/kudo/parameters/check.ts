/**
 * What parameters may be: types, allowed values, required ones (KUDO 30, 31).
 * Source: KUDO `pkg/apis/kudo/v1beta1/parameter_types_helpers.go`.
 */
import { namesPassword } from '../../base/secret-name.ts';
import { parseFloat64, parseWhole } from '../../templates/values/parse-number.ts';
import type { KudoOperatorVersion, KudoParameter } from '../api/types.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { type DocumentNode, UnreadableYaml } from '../yaml/nodes.ts';
import { readYaml11 } from '../yaml/read.ts';
import { signsIn } from '../yaml/signs.ts';

/** Values of an instance, by the name of the parameter. */
export type ParameterTexts = Readonly<Record<string, string>>;

/** The instance's value, else the default, else nothing. */
export function parameterText(definition: KudoParameter, values: ParameterTexts): string {
  const { name, default: usual = '' } = definition;
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? usual;
}

/** Whether its value is YAML (KUDO 16). */
export function isStructured({ type }: KudoParameter): boolean {
  return type === 'array' || type === 'map';
}

/** Lines and parts of lists and maps among the values of one instance: who reads them keeps others waiting. */
const MOST_SIGNS = 10_000;

/** The first value that cannot be used, in upstream's words; undefined where all can. */
export function invalidParameters(version: KudoOperatorVersion, values: ParameterTexts): string | undefined {
  let signs = 0;
  for (const definition of version.spec.parameters)
    if (isStructured(definition)) signs += signsIn(parameterText(definition, values), MOST_SIGNS);
  if (signs >= MOST_SIGNS)
    return `the lists and maps among its parameters have more than ${String(MOST_SIGNS)} lines and parts together: make them shorter`;
  for (const definition of version.spec.parameters) {
    const problem = valueProblem(definition, parameterText(definition, values));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Somebody has to give it a value. */
export function needsValue({ required, default: usual }: KudoParameter): boolean {
  return required === true && usual === undefined;
}

/** What is wrong with a value; nothing is where it is empty, unless it is required. */
export function valueProblem(definition: KudoParameter, text: string): string | undefined {
  const { name, type = '' } = definition;
  if (text === '')
    return needsValue(definition)
      ? `parameter ${goQuoted(name)} is required but has no value set`
      : undefined;
  const problem = parameterTypeProblem(type, text) ?? enumProblem(definition, text);
  if (problem === undefined) return undefined;
  // Events and the log repeat it.
  if (namesPassword(name)) return `parameter ${goQuoted(name)} has an invalid value`;
  return `parameter ${goQuoted(name)} has an invalid value ${goQuoted(text)}: ${problem}`;
}

/** Why a value is not among those that are allowed. */
export function enumProblem({ enum: allowed }: KudoParameter, text: string): string | undefined {
  if (allowed === undefined || allowed.includes(text)) return undefined;
  return `value is ${goQuoted(text)}, but only allowed values are [${allowed.join(' ')}]`;
}

/** Why a text is not of the type; of types that we do not know nothing is said. */
export function parameterTypeProblem(type: string, text: string): string | undefined {
  const wrong = (reason: string): string =>
    `type is ${goQuoted(type)} but format of ${goQuoted(text)} is invalid: ${reason}`;
  switch (type) {
    case 'integer': {
      const read = parseWhole(text, 10, true);
      return typeof read === 'bigint' ? undefined : wrong(goReason('ParseInt', text, read));
    }
    case 'number': {
      const read = parseFloat64(text);
      return typeof read === 'number' ? undefined : wrong(goReason('ParseFloat', text, read));
    }
    case 'boolean':
      return goBoolean(text) === undefined ? wrong(goReason('ParseBool', text, 'syntax')) : undefined;
    case 'array':
    case 'map':
      return structureOf(type, text) === undefined
        ? `type is ${goQuoted(type)}, but format of ${text} is invalid`
        : undefined;
    default:
      return undefined;
  }
}

function goReason(what: string, text: string, problem: 'syntax' | 'range'): string {
  const words = { syntax: 'invalid syntax', range: 'value out of range' }[problem];
  return `strconv.${what}: parsing ${goQuoted(text)}: ${words}`;
}

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** `ParseBool`; undefined where it is neither. */
export function goBoolean(text: string): boolean | undefined {
  return TRUE.has(text) ? true : FALSE.has(text) ? false : undefined;
}

/** The list or map that a text of YAML holds, or nothing at all; undefined where it holds something else. */
export function structureOf(type: 'array' | 'map', text: string): DocumentNode | undefined {
  try {
    const node = readYaml11(text);
    if (node.kind === (type === 'array' ? 'list' : 'map')) return node;
    return node.kind === 'scalar' && node.value === null ? node : undefined;
  } catch (error) {
    if (error instanceof UnreadableYaml) return undefined;
    throw error;
  }
}
