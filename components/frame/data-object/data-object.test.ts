import { describe, expect, test } from 'vitest';
import {
  dataObjectChange,
  entryProblem,
  isSound,
  startDraft,
  withEntry,
  withNewEntry,
  withoutEntry,
  withType,
} from './data-object.ts';

const secret = startDraft('Secret', 'db');
const filled = withEntry(secret, 0, { key: 'token', value: 'x' });

describe('what is created', () => {
  test('a Secret carries its texts as they were typed', () => {
    expect(dataObjectChange(filled, 'shop').object).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'db', namespace: 'shop' },
      type: 'Opaque',
      stringData: { token: 'x' },
    });
  });

  test('rows nobody filled in are left out, empty values stay', () => {
    const draft = withEntry(withNewEntry(withNewEntry(filled)), 1, { key: 'empty' });
    expect(dataObjectChange(draft, 'shop').object['stringData']).toEqual({ token: 'x', empty: '' });
  });

  test('a ConfigMap has data and no type', () => {
    const draft = withEntry(startDraft('ConfigMap', 'settings'), 0, { key: 'a.conf', value: 'b' });
    expect(dataObjectChange(draft, 'shop').object).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'shop' },
      data: { 'a.conf': 'b' },
    });
  });
});

describe('the type of a Secret', () => {
  test('brings its keys and keeps what was entered', () => {
    const draft = withType(filled, 'kubernetes.io/basic-auth');
    expect(draft.entries.map(({ key, fixed }) => [key, fixed])).toEqual([
      ['username', true],
      ['password', true],
      ['token', false],
    ]);
  });

  test('goes back to one empty row', () => {
    const draft = withType(withType(secret, 'kubernetes.io/tls'), 'Opaque');
    expect(draft.entries).toEqual([{ key: '', value: '', fixed: false }]);
  });

  test('back and forth loses no value', () => {
    const tls = withEntry(withType(secret, 'kubernetes.io/tls'), 0, { value: 'cert' });
    const again = withType(withType(tls, 'Opaque'), 'kubernetes.io/tls');
    expect(again.entries.map(({ key, value }) => [key, value])).toEqual([
      ['tls.crt', 'cert'],
      ['tls.key', ''],
    ]);
  });
});

describe('what is wrong', () => {
  test.each([
    ['token', undefined],
    ['a.b-c_D9', undefined],
    ['.dockerconfigjson', undefined],
    ['', 'noKey'],
    ['a b', 'oddKey'],
    ['a/b', 'oddKey'],
    ['.', 'oddKey'],
    ['..a', 'oddKey'],
    ['ä', 'oddKey'],
  ])('key %j: %s', (key, want) => {
    expect(entryProblem(withEntry(secret, 0, { key, value: 'v' }), 0)).toBe(want);
  });

  test('the second of two equal keys', () => {
    const draft = withEntry(withNewEntry(filled), 1, { key: 'token', value: 'y' });
    expect([entryProblem(draft, 0), entryProblem(draft, 1)]).toEqual([undefined, 'sameKey']);
    expect(isSound(draft)).toBe(false);
    expect(isSound(withoutEntry(draft, 1))).toBe(true);
  });

  test('a name the API server would refuse', () => {
    expect(isSound({ ...filled, name: 'Not This' })).toBe(false);
  });
});
