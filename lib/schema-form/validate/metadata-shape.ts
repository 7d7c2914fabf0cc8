/**
 * The fields of `metadata`, which the API server decodes into types of its own before it looks at anything else: a value
 * of another type there is refused, a null is the same as nothing. Source: k8s.io/apimachinery `meta/v1.ObjectMeta`.
 */
import { isTimestamp } from '../formats/times.ts';
import { isInt64 } from '../schema/json-types.ts';
import { type Dictionary, isDictionary, isList } from '../schema/path.ts';
import type { ProblemCode } from '../schema/problem.ts';
import { nearest } from '../../base/spelling.ts';
import { blame, blameBelow, blameChild, type VerdictDraft, type Verdict, verdictOf } from './verdict.ts';

type Shape =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'dateTime'
  | 'dictionary'
  | { readonly texts: true }
  | { readonly list: Shape }
  | { readonly fields: Fields };

type Fields = Readonly<Record<string, Shape>>;

const OWNER: Fields = {
  apiVersion: 'string',
  kind: 'string',
  name: 'string',
  uid: 'string',
  controller: 'boolean',
  blockOwnerDeletion: 'boolean',
};

const MANAGED: Fields = {
  manager: 'string',
  operation: 'string',
  apiVersion: 'string',
  time: 'dateTime',
  fieldsType: 'string',
  fieldsV1: 'dictionary',
  subresource: 'string',
};

const META: Fields = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'string',
  resourceVersion: 'string',
  generation: 'integer',
  creationTimestamp: 'dateTime',
  deletionTimestamp: 'dateTime',
  deletionGracePeriodSeconds: 'integer',
  labels: { texts: true },
  annotations: { texts: true },
  ownerReferences: { list: { fields: OWNER } },
  finalizers: { list: 'string' },
  managedFields: { list: { fields: MANAGED } },
};

/** What cannot be decoded, and fields that `metadata` does not have. */
export function metadataShape(metadata: unknown): Verdict | undefined {
  return shaped({ fields: META }, metadata);
}

function shaped(shape: Shape, value: unknown): Verdict | undefined {
  if (value === null || value === undefined) return undefined;
  const draft: VerdictDraft = {};
  if (typeof shape === 'string') {
    if (!isOf(shape, value)) blame(draft, 'type', { code: shape });
  } else if ('list' in shape) {
    if (!isList(value)) return wrong('array');
    value.forEach((item, index) => blameBelow(draft, index, shaped(shape.list, item)));
  } else if (!isDictionary(value)) return wrong('texts' in shape ? 'dictionary' : 'object');
  else if ('texts' in shape) {
    for (const key of Object.keys(value)) blameBelow(draft, key, shaped('string', value[key]));
  } else fieldsOf(shape.fields, value, draft);
  return verdictOf(draft);
}

function fieldsOf(fields: Fields, object: Dictionary, draft: VerdictDraft): void {
  for (const key of Object.keys(object)) {
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape !== undefined) blameBelow(draft, key, shaped(shape, object[key]));
    else {
      const near = nearest(key, Object.keys(fields));
      const misspelt = near === undefined ? undefined : ({ code: 'misspelt', values: { near } } as const);
      blameChild(draft, key, { rule: 'unknown', problem: misspelt ?? { code: 'unknownField' } });
    }
  }
}

function wrong(code: ProblemCode): Verdict {
  return { own: [{ rule: 'type', problem: { code } }], below: new Map() };
}

function isOf(shape: 'string' | 'integer' | 'boolean' | 'dateTime' | 'dictionary', value: unknown): boolean {
  switch (shape) {
    case 'integer':
      return isInt64(value);
    case 'dateTime':
      return typeof value === 'string' && isTimestamp(value);
    case 'dictionary':
      return isDictionary(value);
    default:
      return typeof value === shape;
  }
}
