/**
 * The fields that a server-side apply sends: what was changed, and what the console has applied before and wants to
 * keep. The API server merges lists by their `x-kubernetes-list-type`, so those decide what may be sent in part.
 */
import {
  deleteInValue,
  type Dictionary,
  defineKey,
  getIn,
  isDictionary,
  isList,
  ownValue,
  type Path,
  sameValue,
} from '../schema/path.ts';
import { type FieldSchema, fieldOf, itemField, propertyOf, valueField } from '../schema/schema.ts';

/** What the fields to send are worked out from; plain JSON of one object. */
export interface ApplySides {
  /** The object as it is in the cluster. */
  readonly base: unknown;
  /** As it is wanted. */
  readonly mine: unknown;
  /** What the console itself has applied before (`appliedPart`). */
  readonly owned: unknown;
}

/** Undefined when there is nothing to apply. What was taken out and belongs to others cannot be removed this way. */
export function applyBody(schema: FieldSchema, sides: ApplySides): unknown {
  return bodyOf(rootField(schema), sides);
}

const METADATA = {
  type: 'object',
  properties: {
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    ownerReferences: {
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
    },
  },
};

/** Schemas say nothing of `metadata`, whose lists merge all the same. */
function rootField(schema: FieldSchema): FieldSchema {
  const properties = isDictionary(schema.raw['properties']) ? schema.raw['properties'] : {};
  return fieldOf({ ...schema.raw, properties: { ...properties, metadata: METADATA } });
}

function bodyOf(field: FieldSchema, sides: ApplySides): unknown {
  const { base, mine, owned } = sides;
  if (sameValue(base, mine)) return owned;
  if (mine === undefined) return undefined;
  if (isDictionary(mine) && isDictionary(base) && field.raw['x-kubernetes-map-type'] !== 'atomic')
    return fieldsOf(field, base, mine, owned);
  if (isList(mine) && isList(base)) return itemsOf(field, base, mine, isList(owned) ? owned : []);
  return mine;
}

function fieldsOf(field: FieldSchema, base: Dictionary, mine: Dictionary, owned: unknown): unknown {
  const body: Dictionary = {};
  for (const key of Object.keys(mine)) {
    const value = bodyOf(propertyOf(field, key) ?? valueField(field) ?? fieldOf(undefined), {
      base: ownValue(base, key),
      mine: mine[key],
      owned: getIn(owned, [key]),
    });
    if (value !== undefined) defineKey(body, key, value);
  }
  return Object.keys(body).length > 0 ? body : undefined;
}

type List = readonly unknown[];

function itemsOf(field: FieldSchema, base: List, mine: List, owned: List): unknown {
  if (field.raw['x-kubernetes-list-type'] === 'set')
    return mine.filter((item) => !has(base, item) || has(owned, item));
  const keys = keysOf(field);
  // Any other list is one value: whoever sets it sets all of it.
  if (keys === undefined) return mine;
  const same = (item: unknown) => (other: unknown) =>
    keys.every((key) => sameValue(getIn(item, [key]), getIn(other, [key])));
  const body = mine.flatMap((item) => {
    const sides = { base: base.find(same(item)), mine: item, owned: owned.find(same(item)) };
    const part = bodyOf(itemField(field), sides);
    return part === undefined ? [] : [withKeys(part, item, keys)];
  });
  return body.length > 0 ? body : undefined;
}

function has(list: readonly unknown[], item: unknown): boolean {
  return list.some((other) => sameValue(other, item));
}

/** Names of the fields that tell items apart; undefined for lists that are not merged by item. */
function keysOf(field: FieldSchema): readonly string[] | undefined {
  const keys = field.raw['x-kubernetes-list-map-keys'];
  if (field.raw['x-kubernetes-list-type'] !== 'map' || !isList(keys)) return undefined;
  return keys.filter((key) => typeof key === 'string');
}

function withKeys(part: unknown, item: unknown, keys: readonly string[]): unknown {
  if (!isDictionary(part)) return part;
  const whole: Dictionary = {};
  for (const key of keys) {
    const value = getIn(item, [key]);
    if (value !== undefined) defineKey(whole, key, value);
  }
  for (const key of Object.keys(part)) defineKey(whole, key, part[key]);
  return whole;
}

/** The body without the fields that are left to others; parents that held nothing else go with them. */
export function leaveOut(body: unknown, paths: readonly Path[]): unknown {
  // From the end, so that positions in lists stay what they are.
  return [...paths].reverse().reduce<unknown>((value, path) => {
    let at = path;
    let next = deleteInValue(value, at);
    while (at.length > 1 && typeof at.at(-2) === 'string') {
      at = at.slice(0, -1);
      const parent = getIn(next, at);
      if (!isDictionary(parent) || Object.keys(parent).length > 0) break;
      next = deleteInValue(next, at);
    }
    return next;
  }, body);
}
