/** A change costs the way to it: what did not change is not looked at again, and comes out the same as if it were. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { errorTree } from './error-tree.ts';
import { judgeObject, validateObject } from './object-rules.ts';
import { type Dictionary, isDictionary, isList, type Path, setInValue } from '../schema/path.ts';
import { fieldOf } from '../schema/schema.ts';
import { defaultAt, storedValue } from '../schema/stored.ts';
import { isLarge, validationSteps } from './steps.ts';
import { mutate } from '../../testing/mutations.ts';
import { randomFrom } from '../../testing/random.ts';
import { sampleValue } from '../../testing/sample-values.ts';
import { objectSchema, structuralSchemas } from '../../testing/structural-schemas.ts';

const type = { group: 'a.example', version: 'v1', kind: 'A' };
const head = { apiVersion: 'a.example/v1', kind: 'A', metadata: { name: 'x' } };

const rows = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', pattern: '^[a-z]+$' }, count: { type: 'integer', maximum: 5 } },
  },
};
const schema = fieldOf(objectSchema({ left: rows, right: rows }));

function manyRows(count: number): Dictionary[] {
  return Array.from({ length: count }, (_, index) => ({ name: 'a', count: index % 7 }));
}

function freeze(value: unknown): unknown {
  if (isDictionary(value) || isList(value)) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

describe('validation after a change', () => {
  it('reads nothing of the branches that are as they were', () => {
    let reads = 0;
    const watched = new Proxy(manyRows(50), {
      get(list, key, receiver): unknown {
        reads += 1;
        return Reflect.get(list, key, receiver);
      },
    });
    const before = { ...head, spec: { left: watched, right: manyRows(3) } };
    const first = validateObject(schema, type, before);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    const after = setInValue(before, ['spec', 'right', 0, 'count'], 9);
    const second = validateObject(schema, type, after);
    expect(reads).toBe(0);
    expect(second.length).toBe(first.length + 1);
  });

  it('keeps verdicts and errors of such branches as the very same objects', () => {
    const before = { ...head, spec: { left: manyRows(20), right: manyRows(20) } };
    const after = setInValue(before, ['spec', 'right', 0, 'name'], 'NO');
    const left = (value: unknown): unknown =>
      judgeObject(schema, type, value)?.below.get('spec')?.below.get('left');
    expect(left(before)).toBeDefined();
    expect(left(after)).toBe(left(before));
    const tree = errorTree(validateObject(schema, type, before));
    const next = errorTree(validateObject(schema, type, after), tree);
    expect(next.children.get('spec')?.children.get('left')).toBe(
      tree.children.get('spec')?.children.get('left'),
    );
    expect(next).not.toBe(tree);
  });

  it('says what a validation from scratch says, for any schema and any changes', () => {
    fc.assert(
      fc.property(structuralSchemas(3), fc.nat(), (raw, seed) => {
        const random = randomFrom(seed);
        const made = objectSchema({ a: raw, b: raw });
        const field = fieldOf(made);
        let value: unknown = freeze({
          ...head,
          spec: sampleValue(fieldOf({ ...(made['properties'] as Dictionary) }['spec']), {
            random,
            wrong: 0.1,
            depth: 4,
          }),
        });
        for (let round = 0; round < 4; round += 1) {
          const fresh = fieldOf(structuredClone(made));
          expect(validateObject(field, type, value)).toEqual(validateObject(fresh, type, value));
          value = mutate(field, value, random).value;
        }
      }),
      { numRuns: effort(150, 1500) },
    );
  });

  it('in steps ends where one go does', () => {
    const value = { ...head, spec: { left: manyRows(700), right: manyRows(7) } };
    expect(isLarge(value)).toBe(true);
    expect(isLarge({ ...head, spec: { right: manyRows(7) } })).toBe(false);
    const steps = validationSteps(schema, type, value);
    let count = 0;
    for (;;) {
      const { done, value: errors } = steps.next();
      if (done === true) {
        expect(errors).toEqual(validateObject(fieldOf(structuredClone(schema.raw)), type, value));
        break;
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(700);
  });

  it('counts at most 200 errors', () => {
    const value = { ...head, spec: { left: Array.from({ length: 500 }, () => ({})) } };
    expect(validateObject(schema, type, value)).toHaveLength(200);
  });
});

describe('what the API server makes of a value', () => {
  const field = fieldOf({
    type: 'object',
    properties: {
      port: { type: 'integer', default: 80 },
      tls: { type: 'object', default: {}, properties: { mode: { type: 'string', default: 'auto' } } },
      note: { type: 'string' },
      list: {
        type: 'array',
        items: { type: 'object', properties: { on: { type: 'boolean', default: true } } },
      },
    },
  });

  it.each<[string, unknown, unknown]>([
    ['fills in defaults, and those inside them', {}, { port: 80, tls: { mode: 'auto' } }],
    [
      'only where their parent is',
      { tls: { mode: 'off' }, list: [{}] },
      { tls: { mode: 'off' }, list: [{ on: true }], port: 80 },
    ],
    [
      'drops nulls and what the schema does not name',
      { note: null, port: null, other: 1 },
      { port: 80, tls: { mode: 'auto' } },
    ],
  ])('%s', (_, value, want) => {
    expect(storedValue(field, value)).toEqual(want);
  });

  it('is the value itself where nothing changes', () => {
    const value = { port: 1, tls: { mode: 'off' }, list: [{ on: false }] };
    expect(storedValue(field, value)).toBe(value);
  });

  it('is known for a field that is absent', () => {
    expect(defaultAt(field, 'tls')).toEqual({ mode: 'auto' });
    expect(defaultAt(field, 'note')).toBeUndefined();
  });

  it('names keys that tell items apart', () => {
    const list = fieldOf({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name', 'x'],
        properties: { name: { type: 'string' }, x: { type: 'string' } },
      },
    });
    const path: Path = ['spec'];
    expect(
      validateObject(fieldOf(objectSchema({ list: list.raw })), type, { ...head, spec: { list: [{}] } }),
    ).toEqual([
      { path: [...path, 'list', 0, 'name'], rule: 'required', problem: { code: 'requiredKey' } },
      { path: [...path, 'list', 0, 'x'], rule: 'required', problem: { code: 'required' } },
    ]);
  });
});
