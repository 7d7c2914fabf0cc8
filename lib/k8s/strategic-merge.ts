/**
 * Three-way strategic merge patches of built-in kinds: what was applied last, what is applied now, what is there.
 * Source: k8s.io/apimachinery `pkg/util/strategicpatch`; which list has which key: `merge-keys.ts`.
 */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { stableJson } from '../base/hash.ts';
import { mergeFieldsOf, type MergeRule } from './merge-keys.ts';

/**
 * A patch for `PATCH` with `application/strategic-merge-patch+json`; empty where nothing is to change.
 * @param modified a whole object: its kind says how its fields are merged; of no built-in kind, as `jsonMergePatch`
 */
export function strategicPatch(original: unknown, modified: JsonObject, current: unknown): JsonObject {
  const rules = mergeFieldsOf(modified);
  return objectPatch(fields(original), modified, fields(current), rules && { fields: rules });
}

/** A patch for `application/merge-patch+json`: lists are one value; empty where nothing is to change. */
export function jsonMergePatch(original: unknown, modified: JsonObject, current: unknown): JsonObject {
  return objectPatch(fields(original), modified, fields(current), undefined);
}

/** What is said of the field; undefined where nothing is said of any, as in custom kinds. */
type Rule = MergeRule | undefined;
const NOTHING_SAID: MergeRule = {};

function ruleOf(rule: Rule, key: string): Rule {
  if (rule?.fields === undefined) return rule && NOTHING_SAID;
  return Object.hasOwn(rule.fields, key) ? rule.fields[key] : NOTHING_SAID;
}

function fields(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function same(a: unknown, b: unknown): boolean {
  return stableJson(a) === stableJson(b);
}

/** What was ours and is not any more goes, what differs is set; what others set stays. */
function objectPatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  rule: Rule,
): JsonObject {
  const patch = removals(original, modified, current);
  for (const [key, wanted] of Object.entries(modified)) {
    if (wanted === null || wanted === undefined) continue;
    const inner = ruleOf(rule, key);
    const part = valuePatch(own(original, key), wanted, own(current, key), inner);
    if (part !== undefined) patch.push([key, part]);
    patch.push(...directives(key, { original, wanted, current, part }, inner?.key));
  }
  if (patch.length > 0 && rule?.isUnion === true) patch.push(['$retainKeys', Object.keys(modified).sort()]);
  return Object.fromEntries(patch);
}

function removals(original: JsonObject, modified: JsonObject, current: JsonObject): [string, unknown][] {
  const isGone = (key: string): boolean => own(modified, key) === undefined || own(modified, key) === null;
  return Object.keys(original)
    .filter((key) => isGone(key) && own(current, key) !== undefined)
    .map((key) => [key, null]);
}

/** What a patch says about a list beside its items: what goes of a list of texts, in which order the others stand. */
function directives(
  key: string,
  sides: { original: JsonObject; wanted: unknown; current: JsonObject; part: unknown },
  mergeKey: string | undefined,
): [string, unknown][] {
  const { wanted, part } = sides;
  if (mergeKey === undefined || !Array.isArray(wanted)) return [];
  if (mergeKey === '') {
    const gone = list(own(sides.original, key)).filter(
      (entry) => !has(wanted, entry) && has(list(own(sides.current, key)), entry),
    );
    return gone.length === 0 ? [] : [[`$deleteFromPrimitiveList/${key}`, gone]];
  }
  if (!isKeyed(wanted, mergeKey)) return [];
  if (part === undefined && isInOrder(wanted, list(own(sides.current, key)), mergeKey)) return [];
  return [[`$setElementOrder/${key}`, wanted.map((item) => ({ [mergeKey]: item[mergeKey] }))]];
}

/** Whether what is there stands in the order that is wanted, whatever others put between. */
function isInOrder(wanted: readonly JsonObject[], current: readonly unknown[], mergeKey: string): boolean {
  const keys = wanted.map((item) => item[mergeKey]);
  const there = current.map((item) => fields(item)[mergeKey]).filter((value) => keys.includes(value));
  return there.every((value, at) => at === 0 || keys.indexOf(there[at - 1]) < keys.indexOf(value));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function has(values: readonly unknown[], value: unknown): boolean {
  return values.some((entry) => same(entry, value));
}

/** Undefined where it is there already. */
function valuePatch(original: unknown, wanted: unknown, current: unknown, rule: Rule): unknown {
  if (isJsonObject(wanted) && rule?.isWhole !== true) {
    if (!isJsonObject(current)) return wanted;
    const patch = objectPatch(fields(original), wanted, current, rule);
    return Object.keys(patch).length === 0 ? undefined : patch;
  }
  if (Array.isArray(wanted) && Array.isArray(current) && rule?.key !== undefined)
    return listPatch({ original: list(original), wanted, current }, rule.key, rule);
  return same(wanted, current) ? undefined : wanted;
}

function listPatch(
  { original, wanted, current }: Record<'original' | 'wanted' | 'current', readonly unknown[]>,
  key: string,
  rule: MergeRule,
): unknown {
  if (key === '') {
    const added = wanted.filter((entry) => !has(current, entry));
    return added.length === 0 ? undefined : added;
  }
  if (isKeyed(wanted, key) && isKeyed(current, key))
    return keyedPatch({ original: original.filter(isJsonObject), wanted, current }, key, rule);
  return same(wanted, current) ? undefined : [...wanted, { $patch: 'replace' }];
}

/** Every item has the key, and each another value of it: TCP and UDP of one port are no such list. */
function isKeyed(items: readonly unknown[], key: string): items is JsonObject[] {
  const keys = items.flatMap((item) => (isJsonObject(item) && Object.hasOwn(item, key) ? [item[key]] : []));
  return keys.length === items.length && new Set(keys).size === items.length;
}

interface KeyedLists {
  original: readonly JsonObject[];
  wanted: readonly JsonObject[];
  current: readonly JsonObject[];
}

/** Only items that change, those that go as `$patch: delete`. */
function keyedPatch({ original, wanted, current }: KeyedLists, key: string, rule: MergeRule): unknown {
  const find = (list: readonly JsonObject[], item: JsonObject): JsonObject | undefined =>
    list.find((other) => same(other[key], item[key]));
  const gone = original
    .filter((item) => find(wanted, item) === undefined && find(current, item) !== undefined)
    .map((item) => ({ $patch: 'delete', [key]: item[key] }));
  const changed = wanted.flatMap((item) => {
    const there = find(current, item);
    if (there === undefined) return [item];
    const patch = objectPatch(find(original, item) ?? {}, item, there, rule);
    return Object.keys(patch).length === 0 ? [] : [{ ...patch, [key]: item[key] }];
  });
  return gone.length + changed.length === 0 ? undefined : [...changed, ...gone];
}
