/**
 * What a new definition of a kind takes away from the one that the cluster has: versions, fields, and values that were
 * allowed. Only what can hurt somebody is told; what is added is not.
 */
import type { KubeObject } from '../../k8s/object.ts';
import { isJsonObject } from '../../base/json.ts';
import { at, items, cutText } from '../../base/loose.ts';

/** `path` is below the object, such as `spec.from`; items of a list are `[]`, values of a map `{}`. */
export interface SchemaRisk {
  version: string;
  path: string;
  /** `required`: must be given now. `narrowed`: fewer values are allowed than before. */
  kind: 'removed' | 'type' | 'required' | 'narrowed';
}

/** What one definition loses when the plan runs; at least one of its lists or moves is set. */
export interface CrdChange {
  name: string;
  kind: string;
  /** Versions that the cluster serves and the new definition does not. */
  unservedVersions: string[];
  /** Versions that objects may be stored in and the new definition has lost: it must not be replaced. */
  lostStoredVersions: string[];
  /** New objects are stored in another version than before. */
  storage?: { before: string; after: string };
  /** Lives in a namespace now, or no longer. */
  scope?: { before: string; after: string };
  risks: SchemaRisk[];
  /** How many more there are. */
  moreRisks: number;
}

/** Far beyond what anybody reads. */
const MOST_RISKS = 50;
/** Schemas are data of strangers. */
const DEEPEST = 64;

interface Version {
  name: string;
  served: boolean;
  storage: boolean;
  schema: unknown;
}

/** Undefined when nothing is taken away. */
export function crdChange(existing: KubeObject, next: KubeObject): CrdChange | undefined {
  const [before, after] = [versionsOf(existing), versionsOf(next)];
  const now = new Map(after.map((version) => [version.name, version]));
  const stored = items(at(existing, 'status', 'storedVersions')).flatMap((name) => cutText(name) ?? []);
  const found = before.flatMap((version) => {
    const counterpart = now.get(version.name);
    return counterpart === undefined ? [] : schemaRisks(version, counterpart);
  });
  const change: CrdChange = {
    name: existing.metadata.name,
    kind: cutText(at(next, 'spec', 'names', 'kind')) ?? '',
    unservedVersions: before
      .filter(({ name, served }) => served && now.get(name)?.served !== true)
      .map(({ name }) => name),
    lostStoredVersions: stored.filter((name) => !now.has(name)),
    ...moved('storage', storageOf(before), storageOf(after)),
    ...moved('scope', cutText(at(existing, 'spec', 'scope')), cutText(at(next, 'spec', 'scope'))),
    risks: found.slice(0, MOST_RISKS),
    moreRisks: Math.max(0, found.length - MOST_RISKS),
  };
  return isHarmless(change) ? undefined : change;
}

function isHarmless(change: CrdChange): boolean {
  const { unservedVersions, lostStoredVersions, storage, scope, risks } = change;
  const moves = storage !== undefined || scope !== undefined;
  return unservedVersions.length + lostStoredVersions.length + risks.length === 0 && !moves;
}

function moved<K extends 'storage' | 'scope'>(
  key: K,
  before: string | undefined,
  after: string | undefined,
): Partial<Record<K, { before: string; after: string }>> {
  const result: Partial<Record<K, { before: string; after: string }>> = {};
  if (before !== undefined && after !== undefined && before !== after) result[key] = { before, after };
  return result;
}

function storageOf(versions: readonly Version[]): string | undefined {
  return versions.find(({ storage }) => storage)?.name;
}

function versionsOf(crd: KubeObject): Version[] {
  return items(at(crd, 'spec', 'versions')).flatMap((version) => {
    const name = cutText(at(version, 'name'));
    if (name === undefined) return [];
    return {
      name,
      served: at(version, 'served') === true,
      storage: at(version, 'storage') === true,
      schema: at(version, 'schema', 'openAPIV3Schema'),
    };
  });
}

function schemaRisks(before: Version, after: Version): SchemaRisk[] {
  const found: SchemaRisk[] = [];
  const tell: Tell = (kind, path) => {
    found.push({ version: before.name, path, kind });
  };
  walk({ before: before.schema, after: after.schema, path: '', depth: 0 }, tell);
  return found;
}

type Tell = (kind: SchemaRisk['kind'], path: string) => void;

interface Pair {
  before: unknown;
  after: unknown;
  path: string;
  depth: number;
}

function walk({ before, after, path, depth }: Pair, tell: Tell): void {
  if (!isJsonObject(before) || !isJsonObject(after) || depth > DEEPEST) return;
  const [was, is] = [cutText(before['type']), cutText(after['type'])];
  if (was !== is && is !== undefined) {
    tell('type', path);
    return;
  }
  if (isNarrower(before, after)) tell('narrowed', path);
  newlyRequired(before, after, path).forEach((field) => tell('required', field));
  walkFields({ before, after, path, depth }, tell);
  walk({ before: before['items'], after: after['items'], path: `${path}[]`, depth: depth + 1 }, tell);
  const [values, valuesNow] = [before['additionalProperties'], after['additionalProperties']];
  walk({ before: values, after: valuesNow, path: `${path}{}`, depth: depth + 1 }, tell);
}

function walkFields({ before, after, path, depth }: Pair, tell: Tell): void {
  const [fields, now] = [at(before, 'properties'), at(after, 'properties')];
  if (!isJsonObject(fields)) return;
  const keepsAll = at(after, 'x-kubernetes-preserve-unknown-fields') === true;
  for (const [name, schema] of Object.entries(fields)) {
    const below = path === '' ? name : `${path}.${name}`;
    const next = at(now, name);
    if (next !== undefined) walk({ before: schema, after: next, path: below, depth: depth + 1 }, tell);
    else if (!keepsAll) tell('removed', below);
  }
}

function newlyRequired(before: unknown, after: unknown, path: string): string[] {
  const known = new Set(items(at(before, 'required')));
  return items(at(after, 'required')).flatMap((name) => {
    if (typeof name !== 'string' || known.has(name)) return [];
    // A default fills it in.
    if (at(after, 'properties', name, 'default') !== undefined) return [];
    return [path === '' ? name : `${path}.${name}`];
  });
}

const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
/** A change of these may allow more or less: who has objects should look. */
const OTHER = ['pattern', 'format', 'multipleOf'];

function isNarrower(before: object, after: object): boolean {
  const bound = (from: object, key: string, none: number): number => {
    const value = at(from, key);
    return typeof value === 'number' ? value : none;
  };
  const lessAbove = UPPER.some((key) => bound(after, key, Infinity) < bound(before, key, Infinity));
  const lessBelow = LOWER.some((key) => bound(after, key, -Infinity) > bound(before, key, -Infinity));
  const other = OTHER.some((key) => at(after, key) !== undefined && at(after, key) !== at(before, key));
  const nullable = at(before, 'nullable') === true && at(after, 'nullable') !== true;
  return (
    lessAbove || lessBelow || other || nullable || losesValues(before, after) || hasNewRule(before, after)
  );
}

function losesValues(before: object, after: object): boolean {
  const now = at(after, 'enum');
  if (now === undefined) return false;
  const known = at(before, 'enum');
  return known === undefined || items(known).some((value) => !items(now).includes(value));
}

function hasNewRule(before: object, after: object): boolean {
  const rules = (from: object): unknown[] =>
    items(at(from, 'x-kubernetes-validations')).map((rule) => at(rule, 'rule'));
  const known = new Set(rules(before));
  return rules(after).some((rule) => !known.has(rule));
}
