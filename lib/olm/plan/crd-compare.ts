/** Two definitions of one name side by side: what may not change, and which schemas do. */
import type { KubeObject } from '../../k8s/object.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { at, items } from '../../base/loose.ts';
import type { CrdComparison, CrdRefusal, ComparedVersion } from './crd-check.ts';
import { crdFacts, crdReplaceRisk, type CrdFacts } from './crd.ts';
import { stableJson } from '../../base/hash.ts';
import { convertsByWebhook } from './left-out.ts';

/** Whole definitions, with their schemas. Undefined when one of them is none. */
export function compareCrds(existing: KubeObject, next: KubeObject): CrdComparison | undefined {
  const [before, after] = [crdFacts(existing), crdFacts(next)];
  if (before === undefined || after === undefined) return undefined;
  return {
    crd: before.name,
    refusals: crdRefusals(existing, next),
    versions: changedVersions({ before, after }, schemasOf(existing), schemasOf(next), next),
    byWebhook: convertsByWebhook(next),
  };
}

/** What can be told without schemas: `existing` may be a trimmed one. */
export function crdRefusals(existing: KubeObject, next: KubeObject): CrdRefusal[] {
  const [before, after] = [crdFacts(existing), crdFacts(next)];
  if (before === undefined || after === undefined) return [];
  const crd = before.name;
  const risk = crdReplaceRisk(before, next);
  const [oldScope, newScope] = [scopeOf(existing), scopeOf(next)];
  const changed = (what: string, from: string, to: string): string =>
    `error updating "${crd}": new CRD changes the ${what} from ${from} to ${to}, which the API server does not allow`;
  return [
    ...(risk === undefined ? [] : [{ crd, reason: 'storedVersion', message: risk } as const]),
    ...(oldScope === undefined || newScope === undefined || oldScope === newScope
      ? []
      : [{ crd, reason: 'scope', message: changed('scope', oldScope, newScope) } as const]),
    ...(before.kind === after.kind
      ? []
      : [{ crd, reason: 'kind', message: changed('kind', before.kind, after.kind) } as const]),
  ];
}

function scopeOf(crd: KubeObject): string | undefined {
  const scope = at(crd, 'spec', 'scope');
  return typeof scope === 'string' ? scope : undefined;
}

function schemasOf(crd: KubeObject): Map<string, unknown> {
  return new Map(
    items(at(crd, 'spec', 'versions')).map((version) => [
      String(at(version, 'name')),
      at(version, 'schema', 'openAPIV3Schema'),
    ]),
  );
}

function changedVersions(
  { before, after }: { before: CrdFacts; after: CrdFacts },
  old: ReadonlyMap<string, unknown>,
  young: ReadonlyMap<string, unknown>,
  next: KubeObject,
): ComparedVersion[] {
  const plural = at(next, 'spec', 'names', 'plural');
  const namespaced = scopeOf(next) === 'Namespaced';
  return before.servedVersions
    .filter((version) => after.servedVersions.includes(version))
    .filter((version) => !sameSchema(old.get(version), young.get(version)))
    .map((version) => ({
      resource: { group: after.group, version, plural: String(plural), kind: after.kind, namespaced },
      schema: young.get(version),
    }));
}

/** The same rules, however they are written down: the API server drops what is empty, and words change nothing. */
export function sameSchema(a: unknown, b: unknown): boolean {
  return stableJson(ruleOf(a)) === stableJson(ruleOf(b));
}

const WORDS = new Set(['description', 'title', 'example', 'externalDocs', '$schema', 'id']);
const BY_NAME = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf']);
const NESTED = new Set(['items', 'additionalProperties', 'additionalItems', 'not']);

function ruleOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(ruleOf);
  if (!isJsonObject(schema)) return schema;
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    const rule = WORDS.has(key) ? undefined : keywordOf(key, value);
    if (rule !== undefined) kept[key] = rule;
  }
  return kept;
}

/** Undefined for what says nothing. */
function keywordOf(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'enum') return value;
  if (isSilent(key, value)) return undefined;
  if (BY_NAME.has(key)) {
    const children = isJsonObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(children.map(([name, child]) => [name, ruleOf(child)]));
  }
  if (LISTS.has(key) || NESTED.has(key)) return ruleOf(value);
  return key === 'required' && Array.isArray(value) ? value.map(String).sort() : value;
}

function isSilent(key: string, value: unknown): boolean {
  // Here false forbids; of all other keywords it is what holds anyway.
  if (value === false) return key !== 'additionalProperties';
  if (value === null || value === '') return true;
  // An empty schema still names a field.
  return typeof value === 'object' && Object.keys(value).length === 0 && !NESTED.has(key);
}
