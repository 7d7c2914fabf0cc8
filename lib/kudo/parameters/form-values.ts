/** Values of instances are texts; forms edit what they mean. What nobody touched comes back as the same text. */
import { stableJson } from '../../base/hash.ts';
import { isJsonObject, ownValue } from '../../base/json.ts';
import { parseFloat64, parseWhole } from '../../templates/values/parse-number.ts';
import type { KudoParameter } from '../api/types.ts';
import { decodedValue } from '../yaml/go-values.ts';
import { goBoolean, type ParameterTexts, structureOf } from './check.ts';

/** What a text means by the type of its parameter; the text itself where it means nothing. */
export function formValue(parameter: KudoParameter, text: string): unknown {
  switch (parameter.type) {
    case 'integer':
    case 'number':
      return isExact(parameter) ? (numberOf(parameter.type, text) ?? text) : text;
    case 'boolean':
      return goBoolean(text) ?? text;
    case 'array':
    case 'map': {
      const node = structureOf(parameter.type, text);
      const empty = parameter.type === 'array' ? [] : {};
      return node === undefined ? text : (decodedValue(node) ?? empty);
    }
    default:
      return text;
  }
}

/** Whether JSON's numbers hold all that the package says of the parameter; others are edited as texts. */
export function isExact({ type, default: usual, enum: allowed = [] }: KudoParameter): boolean {
  if (type !== 'integer' && type !== 'number') return true;
  const said = usual === undefined || usual === '' ? allowed : [usual, ...allowed];
  return said.every((text) => numberOf(type, text) !== undefined);
}

function numberOf(type: 'integer' | 'number', text: string): number | undefined {
  if (type === 'integer') {
    const whole = parseWhole(text, 10, true);
    return typeof whole === 'bigint' && Number.isSafeInteger(Number(whole)) ? Number(whole) : undefined;
  }
  const value = parseFloat64(text);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** What a form shows of the values that are set. */
export function formValues(
  parameters: readonly KudoParameter[],
  values: ParameterTexts,
): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const text = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
      return text === undefined ? [] : [[parameter.name, formValue(parameter, text)] as const];
    }),
  );
}

/**
 * Texts of what a form has, again and again while it is edited; names that the package does not know are kept.
 *
 * @param before the texts that the form was made from: what they mean is read once, not for each key that is pressed
 */
export function parameterTexts(
  parameters: readonly KudoParameter[],
  before: ParameterTexts,
): (value: unknown) => Record<string, string> {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const meant = new Map(
    Object.entries(before).map(([name, text]) => [
      name,
      stableJson(formValue(known.get(name) ?? { name }, text)),
    ]),
  );
  return (value) =>
    Object.fromEntries(
      Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, field]) => {
        if (field === undefined || field === null) return [];
        const was = meant.get(name) === stableJson(field) ? ownValue(before, name) : undefined;
        return [[name, was ?? textOfField(field)]];
      }),
    );
}

/** Lists and maps as YAML; JSON is. */
function textOfField(field: unknown): string {
  return typeof field === 'string' ? field : JSON.stringify(field);
}
