/** All that the schema says of one field, for the tooltip of the editor. */
import { isDictionary, isList, type Path } from '../schema/path.ts';
import type { FieldKind, FieldSchema } from '../schema/schema.ts';
import { titleOf } from '../schema/titles.ts';
import { isDeprecated } from './help.ts';
import { isScalar, scalarText } from './scalars.ts';
import { subjectFieldAt, type EditorSubject } from './subject.ts';

/** A lower or upper bound as written in the schema. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What the schema says, as far as it says it: absent means not limited, not declared. */
export interface FieldFacts {
  readonly path: Path;
  readonly title: string;
  readonly kind: FieldKind;
  readonly format?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly nullable: boolean;
  readonly description?: string;
  /** As YAML on one line. */
  readonly defaultText?: string;
  /** As YAML, each on one line. */
  readonly options?: readonly string[];
  readonly pattern?: string;
  readonly range?: Bounds;
  /** Of a text, in characters. */
  readonly length?: Bounds;
  /** Of a list or map, in entries. */
  readonly size?: Bounds;
  readonly listType?: 'map' | 'set' | 'atomic';
  /** By which items of a list of type map are told apart. */
  readonly listKeys: readonly string[];
  /** What CEL rules say when they are broken. */
  readonly rules: readonly string[];
}

/** Undefined where the schema says nothing of the path. */
export function factsAt(subject: EditorSubject, path: Path): FieldFacts | undefined {
  const field = subjectFieldAt(subject, path);
  const last = path.at(-1);
  if (field === undefined || last === undefined) return undefined;
  const parent = subjectFieldAt(subject, path.slice(0, -1));
  const { kind, format, description, nullable, options, defaultValue, raw } = field;
  return {
    path,
    title: typeof last === 'number' ? `${titleOfList(path)} [${String(last)}]` : titleOf(last),
    kind,
    required: typeof last === 'string' && (parent?.required.has(last) ?? false),
    deprecated: isDeprecated(description),
    nullable,
    listKeys: texts(raw['x-kubernetes-list-map-keys']),
    rules: rulesOf(field),
    ...given('format', format),
    ...given('description', description),
    ...given('defaultText', defaultValue === undefined ? undefined : shortText(defaultValue)),
    ...given('options', options?.map(shortText)),
    ...given('pattern', typeof raw['pattern'] === 'string' ? raw['pattern'] : undefined),
    ...given('range', bounds(raw['minimum'], raw['maximum'])),
    ...given('length', bounds(raw['minLength'], raw['maxLength'])),
    ...given(
      'size',
      bounds(raw['minItems'] ?? raw['minProperties'], raw['maxItems'] ?? raw['maxProperties']),
    ),
    ...given('listType', listType(raw['x-kubernetes-list-type'])),
  };
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  const part: Partial<Record<Name, Value>> = {};
  if (value !== undefined) part[name] = value;
  return part;
}

function titleOfList(path: Path): string {
  const name = path.filter((step) => typeof step === 'string').at(-1);
  return name === undefined ? '' : titleOf(name);
}

const SHORT = 200;

function shortText(value: unknown): string {
  const text = isScalar(value) ? scalarText(value) : JSON.stringify(value);
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1)}…`;
}

function bounds(min: unknown, max: unknown): Bounds | undefined {
  const found = {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

function listType(value: unknown): 'map' | 'set' | 'atomic' | undefined {
  return value === 'map' || value === 'set' || value === 'atomic' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return isList(value) ? value.filter((text) => typeof text === 'string') : [];
}

const RULE_LIMIT = 5;

function rulesOf({ raw }: FieldSchema): readonly string[] {
  const rules = raw['x-kubernetes-validations'];
  if (!isList(rules)) return [];
  return texts(rules.filter(isDictionary).map((rule) => rule['message'] ?? rule['rule'])).slice(
    0,
    RULE_LIMIT,
  );
}
