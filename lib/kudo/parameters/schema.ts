/**
 * Parameters as the schema of a form, with descriptors for what a schema does not say: names, headings, what is advanced.
 * Both are what CRDs and ClusterServiceVersions carry, so the forms of operators edit parameters, too.
 */
import type { KudoParameter, ParameterForm } from '../api/types.ts';
import type { JsonObject } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import { needsValue } from './check.ts';
import { formValue, isExact } from './form-values.ts';

/** A schema of `spec.parameters`, and a descriptor for each of its fields. */
export interface ParametersSchema {
  schema: JsonObject;
  descriptors: JsonObject[];
}

/** Fields by their group's priority, then as the package declares them. */
export function parametersSchema(
  parameters: readonly KudoParameter[],
  form: ParameterForm,
): ParametersSchema {
  const ordered = inOrder(parameters, form);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(ordered.map((parameter) => [parameter.name, fieldSchema(parameter)])),
      required: ordered.filter(needsValue).map(({ name }) => name),
    },
    descriptors: ordered.map((parameter) => descriptorOf(parameter, form)),
  };
}

function inOrder(
  parameters: readonly KudoParameter[],
  { groups, parameters: said }: ParameterForm,
): KudoParameter[] {
  const rank = new Map(groups.map(({ name, prio = Infinity }) => [name, prio]));
  const rankOf = ({ name }: KudoParameter): number => rank.get(said[name]?.group ?? '') ?? -1;
  return parameters.toSorted((left, right) => Math.sign(rankOf(left) - rankOf(right)) || 0);
}

const ANYTHING = { 'x-kubernetes-preserve-unknown-fields': true };

function typeSchema(parameter: KudoParameter): JsonObject {
  switch (parameter.type) {
    case 'integer':
      return isExact(parameter) ? { type: 'integer' } : { type: 'string', pattern: '^[+-]?[0-9]+$' };
    case 'number':
      return isExact(parameter) ? { type: 'number' } : { type: 'string' };
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return { type: 'array', items: ANYTHING };
    case 'map':
      return { type: 'object', additionalProperties: ANYTHING };
    default:
      return { type: 'string' };
  }
}

function fieldSchema(parameter: KudoParameter): JsonObject {
  const { name, description, default: usual, enum: allowed, immutable } = parameter;
  return {
    ...typeSchema(parameter),
    ...optional({
      description,
      default: usual === undefined ? undefined : formValue(parameter, usual),
      enum: allowed?.map((text) => formValue(parameter, text)),
    }),
    ...(immutable === true
      ? {
          'x-kubernetes-validations': [
            { rule: 'self == oldSelf', message: `parameter '${name}' is immutable` },
          ],
        }
      : {}),
  };
}

function descriptorOf(
  { name, displayName, description }: KudoParameter,
  { groups, parameters }: ParameterForm,
): JsonObject {
  const { group, advanced, hint } = parameters[name] ?? {};
  const heading = groups.find((entry) => entry.name === group)?.displayName ?? group;
  const help = [description, hint].filter((text) => text !== undefined && text !== '').join(' ');
  return {
    path: name,
    // As it is written everywhere else, where it has no other name.
    displayName: displayName ?? name,
    ...(help === '' ? {} : { description: help }),
    'x-descriptors': [
      ...(heading === undefined || heading === ''
        ? []
        : [`urn:alm:descriptor:com.tectonic.ui:fieldGroup:${heading}`]),
      ...(advanced === true ? ['urn:alm:descriptor:com.tectonic.ui:advanced'] : []),
    ],
  };
}
