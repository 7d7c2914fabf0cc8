/**
 * Rules for lists; see validate.ts. Source: k8s.io/kube-openapi `slice_validator.go`, apiextensions-apiserver
 * `pkg/apiserver/schema/listtype`.
 */
import { type Dictionary, isDictionary, isList, ownValue } from '../schema/path.ts';
import type { FieldSchema } from '../schema/schema.ts';
import { blame, blameChild, type VerdictDraft, type Verdict } from './verdict.ts';

/**
 * Blames the draft for the length of the list and for items that come twice; the items themselves are judged
 * elsewhere.
 */
export function listRules({ raw }: FieldSchema, list: readonly unknown[], draft: VerdictDraft): void {
  const { minItems, maxItems } = raw;
  if (typeof minItems === 'number' && list.length < minItems)
    blame(draft, 'minItems', { code: 'minItems', values: { min: minItems } });
  if (typeof maxItems === 'number' && list.length > maxItems)
    blame(draft, 'maxItems', { code: 'maxItems', values: { max: maxItems } });
  const listType = raw['x-kubernetes-list-type'];
  if (listType === 'map') sameKeyRule(mapKeys(raw), list, draft);
  else if (listType === 'set' || raw['uniqueItems'] === true) {
    for (const index of repeated(list.map(identityOf))) {
      blameChild(draft, index, { rule: 'unique', problem: { code: 'duplicate' } });
    }
  }
}

/** The fields by which the items of a list are told apart; empty where nothing tells. */
function mapKeys(raw: Dictionary): readonly string[] {
  const keys = raw['x-kubernetes-list-type'] === 'map' ? raw['x-kubernetes-list-map-keys'] : undefined;
  return isList(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

function sameKeyRule(keys: readonly string[], list: readonly unknown[], draft: VerdictDraft): void {
  // Of anything but objects the type is told; who shares keys with it nobody knows.
  if (keys.length === 0 || list.some((item) => item !== null && !isDictionary(item))) return;
  const identities = list.map((item) =>
    JSON.stringify(keys.map((key) => (isDictionary(item) ? keyIdentity(item, key) : ''))),
  );
  for (const index of repeated(identities)) {
    blameChild(draft, index, { rule: 'unique', problem: { code: 'sameKeys', values: { keys } } });
  }
}

function keyIdentity(item: Dictionary, key: string): string {
  return Object.hasOwn(item, key) ? identityOf(ownValue(item, key)) : '';
}

/** Where something comes for the second time; the API server does not mark a third. */
function repeated(identities: readonly string[]): number[] {
  const times = new Map<string, number>();
  const found: number[] = [];
  identities.forEach((identity, index) => {
    const before = times.get(identity) ?? 0;
    times.set(identity, before + 1);
    if (before === 1) found.push(index);
  });
  return found;
}

function identityOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? `${String(part)}n` : sortKeys(part),
  );
}

function sortKeys(value: unknown): unknown {
  return isDictionary(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

/** Says of a key that is missing in an item what it is for. */
export function nameMissingKeys({ raw }: FieldSchema, verdict: Verdict | undefined): Verdict | undefined {
  const keys = verdict === undefined ? [] : mapKeys(raw).filter((key) => isMissing(verdict, key));
  if (verdict === undefined || keys.length === 0) return verdict;
  const below = new Map(verdict.below);
  for (const key of keys) {
    below.set(key, { own: [{ rule: 'required', problem: { code: 'requiredKey' } }], below: new Map() });
  }
  return { own: verdict.own, below };
}

function isMissing(verdict: Verdict, key: string): boolean {
  return verdict.below.get(key)?.own.some(({ rule }) => rule === 'required') ?? false;
}
