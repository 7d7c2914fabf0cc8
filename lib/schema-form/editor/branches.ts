/** Fields that go together, or exclude each other, by the `oneOf` and `anyOf` of an object. */
import { type Dictionary, isDictionary, isList } from '../schema/path.ts';
import { type FieldSchema, propertyOf } from '../schema/schema.ts';

type Names = readonly string[];

/** What each branch of a one-of requires; nothing where the branches say more than that. */
function requiredOf(branches: unknown): Names[] {
  if (!isList(branches)) return [];
  return branches
    .filter(isDictionary)
    .map(namesOf)
    .filter((names) => names.length > 0);
}

function namesOf(branch: Dictionary): Names {
  const { required } = branch;
  return isList(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Would the field beside those that are there satisfy a second branch, or one that must not be? */
export function excludes(field: FieldSchema, taken: ReadonlySet<string>, name: string): boolean {
  const { raw } = field;
  const all = isList(raw['allOf']) ? raw['allOf'].filter(isDictionary) : [];
  return [raw, ...all].some((schema) => excludedBy(schema, taken, name));
}

function excludedBy(
  { oneOf, not, maxProperties }: Dictionary,
  taken: ReadonlySet<string>,
  name: string,
): boolean {
  if (typeof maxProperties === 'number' && taken.size >= maxProperties) return true;
  const after = new Set([...taken, name]);
  const branches = requiredOf(oneOf);
  if (satisfied(branches, after) > 1 && satisfied(branches, after) > satisfied(branches, taken)) return true;
  if (!isDictionary(not)) return false;
  const forbidden = [namesOf(not), ...requiredOf(not['anyOf'])].filter((names) => names.length > 0);
  return satisfied(forbidden, after) > satisfied(forbidden, taken);
}

function satisfied(branches: readonly Names[], names: ReadonlySet<string>): number {
  return branches.filter((branch) => branch.every((name) => names.has(name))).length;
}

/** Groups of fields that one branch requires together, while no branch is satisfied yet. */
export function openBranches(field: FieldSchema, taken: ReadonlySet<string>): Names[] {
  const { oneOf, anyOf } = field.raw;
  return [requiredOf(oneOf), requiredOf(anyOf)]
    .filter((branches) => branches.length > 1 && satisfied(branches, taken) === 0)
    .flat()
    .map((names) => names.filter((name) => !taken.has(name)))
    .filter((names) => names.length > 1 && names.every((name) => propertyOf(field, name) !== undefined));
}
