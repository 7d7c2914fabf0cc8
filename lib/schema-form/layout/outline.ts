/** A schema to read: each field as a line with what may be said of it in few words; its own fields are asked for when it opens. */
import { optional } from '../../base/loose.ts';
import { isDictionary, isList } from '../schema/path.ts';
import { plainText } from '../schema/plain-text.ts';
import {
  type FieldSchema,
  fieldOf,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';

/** One field as a line of the outline. */
export interface OutlineField {
  name: string;
  /** Property names from the root; items of lists and entries of maps have none. */
  names: readonly string[];
  /** As Go writes it: `string`, `[]object`, `map[string]string`. */
  type: string;
  required: boolean;
  description?: string;
  /** As JSON, cut. */
  defaultValue?: string;
  /** Allowed values as JSON. */
  options: readonly string[];
  /** Limits in the words of OpenAPI: `minLength 1`, `pattern ^a$`; those of the items of a list too. */
  limits: readonly string[];
  flags: readonly FieldFlag[];
  /** Rules in CEL, with the message for whoever breaks them. */
  rules: readonly { rule: string; message?: string }[];
  hasFields: boolean;
  schema: FieldSchema;
}

/** `open`: fields that the schema does not name are kept. `embedded`: a Kubernetes object of its own. */
export type FieldFlag = 'nullable' | 'unique' | 'open' | 'embedded';

const CUT = 200;

/** The fields of an object, or of what a list or a map is made of; those that are required first. */
export function schemaOutline(schema: FieldSchema, above: readonly string[] = []): OutlineField[] {
  const inner = innerOf(schema);
  const fields = propertyNames(inner).map((name) =>
    outlineField([...above, name], propertyOf(inner, name) ?? fieldOf(undefined), inner.required.has(name)),
  );
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

/** Lists and maps are told by their type; what opens are the fields of their items. */
function innerOf(schema: FieldSchema): FieldSchema {
  if (schema.kind === 'array') return innerOf(itemField(schema));
  const values = schema.kind === 'map' ? valueField(schema) : undefined;
  return values === undefined ? schema : innerOf(values);
}

function outlineField(names: readonly string[], schema: FieldSchema, required: boolean): OutlineField {
  const inner = innerOf(schema);
  const description = schema.description === undefined ? undefined : plainText(schema.description);
  return {
    name: names.at(-1) ?? '',
    names,
    type: typeText(schema),
    required,
    ...optional({ description }),
    ...(schema.defaultValue === undefined ? {} : { defaultValue: json(schema.defaultValue) }),
    options: (inner.options ?? []).map(json),
    limits: [...new Set([...limitsOf(schema.raw), ...limitsOf(inner.raw)])],
    flags: flagsOf(schema),
    rules: inner === schema ? rulesOf(schema.raw) : [...rulesOf(schema.raw), ...rulesOf(inner.raw)],
    hasFields: propertyNames(inner).length > 0,
    schema,
  };
}

function typeText(schema: FieldSchema): string {
  const { kind, format } = schema;
  switch (kind) {
    case 'array':
      return `[]${typeText(itemField(schema))}`;
    case 'map': {
      const values = valueField(schema);
      return `map[string]${values === undefined ? 'any' : typeText(values)}`;
    }
    case 'intOrString':
      return 'int-or-string';
    default:
      return format === undefined ? kind : `${kind} (${format})`;
  }
}

const LIMITS = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

function limitsOf(raw: Readonly<Record<string, unknown>>): string[] {
  return LIMITS.filter((name) => raw[name] !== undefined).map((name) => `${name} ${plain(raw[name])}`);
}

function flagsOf({ raw, nullable, embedded }: FieldSchema): FieldFlag[] {
  const flags: (FieldFlag | undefined)[] = [
    nullable ? 'nullable' : undefined,
    raw['uniqueItems'] === true ? 'unique' : undefined,
    raw['x-kubernetes-preserve-unknown-fields'] === true ? 'open' : undefined,
    embedded ? 'embedded' : undefined,
  ];
  return flags.filter((flag) => flag !== undefined);
}

function rulesOf(raw: Readonly<Record<string, unknown>>): OutlineField['rules'] {
  const rules = raw['x-kubernetes-validations'];
  return (isList(rules) ? rules : []).filter(isDictionary).flatMap(({ rule, message }) => {
    if (typeof rule !== 'string') return [];
    return [{ rule: cut(rule), ...(typeof message === 'string' ? { message: cut(message) } : {}) }];
  });
}

function plain(value: unknown): string {
  return typeof value === 'string' ? cut(value) : json(value);
}

function json(value: unknown): string {
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > CUT ? `${text.slice(0, CUT)}…` : text;
}
