/**
 * Checks a value against an OpenAPI v3 schema as the API server would, by walking both: no code is compiled, so it
 * runs under a strict content security policy. It says no only where the API server surely says no; rules it cannot
 * judge (CEL, patterns JavaScript cannot express) are left to the server.
 * Source: k8s.io/kube-openapi `pkg/validation/validate`, apiextensions structural schemas.
 */
import type { FieldError, Report } from './field-error.ts';
import { type Dictionary, isDictionary, isList, ownValue, type Path, sameValue } from './path.ts';
import { type FieldSchema, fieldOf, itemField, propertyNames, propertyOf, valueField } from './schema.ts';
import { isWhole, numberRules, stringRules } from './validate-scalars.ts';
import type { ProblemCode } from './problem.ts';

/** More errors than anybody reads; the walk ends there. */
const ERROR_LIMIT = 200;
const DEPTH_LIMIT = 100;

/** All errors of a value, in document order, at most 200. */
export function validate(schema: FieldSchema, value: unknown, path: Path = []): FieldError[] {
  const errors: FieldError[] = [];
  check(schema, value, path, (at, rule, problem) => {
    if (errors.length < ERROR_LIMIT) errors.push({ path: at, problem, rule });
  });
  return errors;
}

function check(field: FieldSchema, value: unknown, path: Path, report: Report): void {
  if (path.length > DEPTH_LIMIT) return;
  if (value === null) {
    if (!mayBeNull(field)) report(path, 'nullable', { code: 'noValue' });
    return;
  }
  const mismatch = typeProblem(field, value);
  if (mismatch !== undefined) {
    report(path, 'type', { code: mismatch });
    return;
  }
  checkOptions(field, value, path, report);
  if (typeof value === 'string') stringRules(field, value, path, report);
  else if (typeof value === 'number' || typeof value === 'bigint') numberRules(field, value, path, report);
  else if (isList(value)) checkList(field, value, path, report);
  else if (isDictionary(value)) checkObject(field, value, path, report);
  checkCombinations(field, value, path, report);
}

/** The API server drops a null where the schema has a default, before it validates. */
function mayBeNull(field: FieldSchema): boolean {
  return field.nullable || field.raw['type'] === undefined || field.defaultValue !== undefined;
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;

function typeProblem(field: FieldSchema, value: unknown): ProblemCode | undefined {
  if (field.kind === 'intOrString') {
    const fits = typeof value === 'string' || isWhole(value);
    return fits ? undefined : 'intOrString';
  }
  const type = field.raw['type'];
  if (typeof type !== 'string' || hasType(type, value)) return undefined;
  return TYPES.find((known) => known === type);
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isDictionary(value);
    case 'array':
      return isList(value);
    case 'integer':
      return isWhole(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    default:
      return typeof value === type;
  }
}

function checkOptions(field: FieldSchema, value: unknown, path: Path, report: Report): void {
  if (field.options === undefined || field.options.some((option) => sameValue(option, value))) return;
  const shown = field.options.slice(0, 10).map((option) => (option === '' ? '""' : String(option)));
  const rest = field.options.length > shown.length ? ', …' : '';
  report(path, 'enum', { code: 'options', values: { options: `${shown.join(', ')}${rest}` } });
}

function checkList(field: FieldSchema, list: readonly unknown[], path: Path, report: Report): void {
  const { raw } = field;
  const { minItems, maxItems } = raw;
  if (typeof minItems === 'number' && list.length < minItems) {
    report(path, 'minItems', { code: 'minItems', values: { min: minItems } });
  }
  if (typeof maxItems === 'number' && list.length > maxItems) {
    report(path, 'maxItems', { code: 'maxItems', values: { max: maxItems } });
  }
  checkDuplicates(raw, list, path, report);
  if (!isDictionary(raw['items'])) return;
  const item = itemField(field);
  list.forEach((value, index) => {
    check(item, value, [...path, index], report);
  });
}

function checkDuplicates(raw: Dictionary, list: readonly unknown[], path: Path, report: Report): void {
  const listType = raw['x-kubernetes-list-type'];
  const seen = new Set<string>();
  if (listType !== 'set' && listType !== 'map' && raw['uniqueItems'] !== true) return;
  const keys =
    listType === 'map' && isList(raw['x-kubernetes-list-map-keys']) ? raw['x-kubernetes-list-map-keys'] : [];
  list.forEach((item, index) => {
    const identity = listType === 'map' ? mapIdentity(item, keys, raw) : identityOf(item);
    if (identity === undefined) return;
    if (seen.has(identity)) {
      const same = { code: 'sameKeys', values: { keys: keys.map(String) } } as const;
      report([...path, index], 'unique', listType === 'map' ? same : { code: 'duplicate' });
    }
    seen.add(identity);
  });
}

function mapIdentity(item: unknown, keys: readonly unknown[], raw: Dictionary): string | undefined {
  if (!isDictionary(item) || keys.length === 0) return undefined;
  const itemSchema = fieldOf(raw['items']);
  return identityOf(
    keys.map(
      (key) => ownValue(item, String(key)) ?? propertyOf(itemSchema, String(key))?.defaultValue ?? null,
    ),
  );
}

function identityOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : sortKeys(part),
  );
}

function sortKeys(value: unknown): unknown {
  return isDictionary(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

function checkObject(field: FieldSchema, object: Dictionary, path: Path, report: Report): void {
  for (const name of field.required) {
    if (Object.hasOwn(object, name)) continue;
    if (propertyOf(field, name)?.defaultValue === undefined)
      report([...path, name], 'required', { code: 'required' });
  }
  checkSize(field.raw, object, path, report);
  const values = valueField(field);
  for (const name of Object.keys(object)) {
    const property = propertyOf(field, name) ?? values;
    if (property !== undefined) check(property, object[name], [...path, name], report);
    else if (!keepsUnknown(field, name)) reportUnknown(field, name, path, report);
  }
}

function checkSize(raw: Dictionary, object: Dictionary, path: Path, report: Report): void {
  const size = Object.keys(object).length;
  const { minProperties, maxProperties } = raw;
  if (typeof minProperties === 'number' && size < minProperties) {
    report(path, 'minProperties', { code: 'minProperties', values: { min: minProperties } });
  }
  if (typeof maxProperties === 'number' && size > maxProperties) {
    report(path, 'maxProperties', { code: 'maxProperties', values: { max: maxProperties } });
  }
}

const OBJECT_FIELDS = new Set(['apiVersion', 'kind', 'metadata']);

function keepsUnknown(field: FieldSchema, name: string): boolean {
  if (field.open || (field.raw['type'] !== 'object' && propertyNames(field).length === 0)) return true;
  return field.embedded && OBJECT_FIELDS.has(name);
}

function reportUnknown(field: FieldSchema, name: string, path: Path, report: Report): void {
  const near = nearest(name, propertyNames(field));
  const misspelt = near === undefined ? undefined : ({ code: 'misspelt', values: { near } } as const);
  report([...path, name], 'unknown', misspelt ?? { code: 'unknownField' });
}

/** The declared name that differs only in case, or in one or two letters. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const limit = name.length < 5 ? 1 : 2;
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1;
      const choices = [
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + same,
      ];
      current.push(Math.min(...choices));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** `allOf`, `anyOf`, `oneOf` and `not` only restrict in a structural schema: their branches are tried without report. */
function checkCombinations(field: FieldSchema, value: unknown, path: Path, report: Report): void {
  for (const part of branchesOf(field.raw['allOf'])) checkBranch(part, value, path, report);
  const anyOf = field.kind === 'intOrString' ? [] : branchesOf(field.raw['anyOf']);
  if (anyOf.length > 0 && fitting(anyOf, value) === 0) {
    report(path, 'anyOf', { code: 'anyOf', values: { branches: describeBranches(anyOf) } });
  }
  const oneOf = field.kind === 'intOrString' ? [] : branchesOf(field.raw['oneOf']);
  if (oneOf.length > 0 && fitting(oneOf, value) !== 1) {
    report(path, 'oneOf', { code: 'oneOf', values: { branches: describeBranches(oneOf) } });
  }
  const { not } = field.raw;
  if (isDictionary(not) && Object.keys(not).length > 0 && fitting([not], value) === 1) {
    report(path, 'not', { code: 'not', values: { branches: describeBranches([not]) } });
  }
}

function branchesOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** Branches name some properties and do not close the object, so unknown ones are no matter there. */
function checkBranch(branch: unknown, value: unknown, path: Path, report: Report): void {
  check(fieldOf(branch), value, path, (at, rule, problem) => {
    if (rule !== 'unknown') report(at, rule, problem);
  });
}

function fitting(branches: readonly unknown[], value: unknown): number {
  return branches.filter((branch) => {
    const problems: string[] = [];
    checkBranch(branch, value, [], (_, rule) => problems.push(rule));
    return problems.length === 0;
  }).length;
}

/** As in YAML, which is the same in every language. */
function describeBranches(branches: readonly unknown[]): string {
  const described = branches.map((branch) => {
    const field = fieldOf(branch);
    if (field.required.size > 0) return [...field.required].join(' + ');
    const names = propertyNames(field);
    const { type } = field.raw;
    return names.length > 0 ? names.join(' + ') : `type: ${typeof type === 'string' ? type : 'any'}`;
  });
  return [...new Set(described)].slice(0, 8).join(', ');
}
