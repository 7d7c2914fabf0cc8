/**
 * Three-way strategic merge patches of built-in kinds: what was applied last, what is applied now, what is there.
 * Source: k8s.io/apimachinery `pkg/util/strategicpatch`; merge keys: Kubernetes API reference ("patch strategy merge on key").
 */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { stableJson } from '../base/hash.ts';
import { mergeKeyOf } from './merge-keys.ts';

/** A patch for `PATCH` with `application/strategic-merge-patch+json`; empty where nothing is to change. */
export function strategicPatch(original: unknown, modified: JsonObject, current: unknown): JsonObject {
  return objectPatch(fields(original), modified, fields(current), []);
}

/** A patch for `application/merge-patch+json`: lists are one value; empty where nothing is to change. */
export function jsonMergePatch(original: unknown, modified: JsonObject, current: unknown): JsonObject {
  return objectPatch(fields(original), modified, fields(current), undefined);
}

/** Names on the way from the root; undefined where lists have no keys. */
type Path = readonly string[] | undefined;

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
  path: Path,
): JsonObject {
  const patch = removals(original, modified, current);
  for (const [key, wanted] of Object.entries(modified)) {
    if (wanted === null || wanted === undefined) continue;
    const part = valuePatch(own(original, key), wanted, own(current, key), path && [...path, key]);
    if (part !== undefined) patch.push([key, part]);
    patch.push(...directives(key, { original, wanted, current, part }, path));
  }
  if (patch.length > 0 && path !== undefined && isUnion(path))
    patch.push(['$retainKeys', Object.keys(modified).sort()]);
  return Object.fromEntries(patch);
}

function removals(original: JsonObject, modified: JsonObject, current: JsonObject): [string, unknown][] {
  const isGone = (key: string): boolean => own(modified, key) === undefined || own(modified, key) === null;
  return Object.keys(original)
    .filter((key) => isGone(key) && own(current, key) !== undefined)
    .map((key) => [key, null]);
}

/** Only one of its fields may be set: what the server filled in for the one before has to go, too. */
function isUnion(path: readonly string[]): boolean {
  return path.at(-1) === 'volumes' || (path.length === 2 && path[0] === 'spec' && path[1] === 'strategy');
}

/** What a patch says about a list beside its items: what goes of a list of texts, in which order the others stand. */
function directives(
  key: string,
  sides: { original: JsonObject; wanted: unknown; current: JsonObject; part: unknown },
  path: Path,
): [string, unknown][] {
  const { wanted, part } = sides;
  if (path === undefined || !Array.isArray(wanted)) return [];
  const mergeKey = mergeKeyOf([...path, key]);
  if (mergeKey === '') {
    const gone = list(own(sides.original, key)).filter(
      (entry) => !has(wanted, entry) && has(list(own(sides.current, key)), entry),
    );
    return gone.length === 0 ? [] : [[`$deleteFromPrimitiveList/${key}`, gone]];
  }
  if (mergeKey === undefined || part === undefined || !isKeyed(wanted, mergeKey)) return [];
  return [[`$setElementOrder/${key}`, wanted.map((item) => ({ [mergeKey]: item[mergeKey] }))]];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function has(values: readonly unknown[], value: unknown): boolean {
  return values.some((entry) => same(entry, value));
}

/** Undefined where it is there already. */
function valuePatch(original: unknown, wanted: unknown, current: unknown, path: Path): unknown {
  if (isJsonObject(wanted)) {
    if (!isJsonObject(current)) return wanted;
    const patch = objectPatch(fields(original), wanted, current, path);
    return Object.keys(patch).length === 0 ? undefined : patch;
  }
  if (Array.isArray(wanted) && Array.isArray(current) && path !== undefined) {
    return listPatch({ original: list(original), wanted, current }, path);
  }
  return same(wanted, current) ? undefined : wanted;
}

function listPatch(
  { original, wanted, current }: Record<'original' | 'wanted' | 'current', readonly unknown[]>,
  path: readonly string[],
): unknown {
  const key = mergeKeyOf(path);
  if (key === '') {
    const added = wanted.filter((entry) => !has(current, entry));
    return added.length === 0 ? undefined : added;
  }
  if (key !== undefined && isKeyed(wanted, key) && isKeyed(current, key))
    return keyedPatch({ original: original.filter(isJsonObject), wanted, current }, key, path);
  if (same(wanted, current)) return undefined;
  return key === undefined ? wanted : [...wanted, { $patch: 'replace' }];
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

/** Only items that change, those that go as `$patch: delete`; the order where it is not what is there. */
function keyedPatch(
  { original, wanted, current }: KeyedLists,
  key: string,
  path: readonly string[],
): unknown {
  const find = (list: readonly JsonObject[], item: JsonObject): JsonObject | undefined =>
    list.find((other) => same(other[key], item[key]));
  const gone = original
    .filter((item) => find(wanted, item) === undefined && find(current, item) !== undefined)
    .map((item) => ({ $patch: 'delete', [key]: item[key] }));
  const changed = wanted.flatMap((item) => {
    const there = find(current, item);
    if (there === undefined) return [item];
    const patch = objectPatch(find(original, item) ?? {}, item, there, path);
    return Object.keys(patch).length === 0 ? [] : [{ ...patch, [key]: item[key] }];
  });
  return gone.length + changed.length === 0 ? undefined : [...changed, ...gone];
}
