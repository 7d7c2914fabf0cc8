import { expect, it } from 'vitest';
import { descriptorTree } from '../schema/descriptors.ts';
import { DRAFT_AGE, DRAFT_LIMIT, mayBeKept, readDraft } from './drafts.ts';

const descriptors = descriptorTree([
  { path: 'admin', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:password'] },
]);

it.each<[string, boolean, unknown]>([
  ['plain fields', true, { kind: 'A', spec: { size: 1, name: 'x' } }],
  ['a Secret', false, { kind: 'Secret', data: {} }],
  ['a field that the operator calls a password', false, { kind: 'A', spec: { admin: 'x' } }],
  ['such a field while it is empty', true, { kind: 'A', spec: { admin: '' } }],
  ['a field named so', false, { kind: 'A', spec: { users: [{ dbPassword: 'x' }] } }],
  ['a token', false, { kind: 'A', spec: { auth: { token: 'x' } } }],
  [
    'a reference to a secret',
    true,
    { kind: 'A', spec: { secretName: 'x', passwordSecretRef: { name: 'x', key: 'password' } } },
  ],
  ['a number named so', true, { kind: 'A', spec: { maxTokens: 3 } }],
  ['a Secret inside', false, { kind: 'List', items: [{ kind: 'Secret', stringData: { a: 'b' } }] }],
  ['nothing', true, null],
])('keeps %s: %s', (_name, want, value) => {
  expect(mayBeKept({ text: '', value }, descriptors)).toBe(want);
});

it('keeps nothing that the schema calls a password', () => {
  const spec = {
    properties: { users: { items: { properties: { pin: { type: 'string', format: 'password' } } } } },
  };
  const schema = { properties: { spec } };
  const kept = (users: unknown[]): boolean =>
    mayBeKept({ text: '', value: { kind: 'A', spec: { users } } }, descriptors, schema);
  expect(kept([{ name: 'x' }, { pin: '' }])).toBe(true);
  expect(kept([{ name: 'x' }, { pin: '1234' }])).toBe(false);
});

it.each([
  ['a: [1,', true],
  ['kind: A\nspec:\n  passwordSecretRef: x\n  password:\n  [', true],
  ['kind: A\nspec:\n  password: x\n  [', false],
  ['{"kind": "A", "spec": {"dbPassword": "x", ', false],
  ['kind: Secret\ndata: [', false],
  ['[{"kind":"Secret"', false],
])('keeps a text that cannot be read, %j: %s', (text, want) => {
  expect(mayBeKept({ text, value: undefined }, descriptors)).toBe(want);
});

it.each<[string, string | null, object | undefined]>([
  ['a draft', '{"text":"a: 1","savedAt":5}', { text: 'a: 1', savedAt: 5 }],
  ['nothing', null, undefined],
  ['nonsense', '{', undefined],
  ['another shape', '{"text":1,"savedAt":5}', undefined],
  ['one too old', `{"text":"a","savedAt":${String(9 - DRAFT_AGE)}}`, undefined],
  ['one too long', JSON.stringify({ text: 'x'.repeat(DRAFT_LIMIT + 1), savedAt: 5 }), undefined],
])('reads %s', (_name, stored, want) => {
  expect(readDraft(stored, 10)).toEqual(want);
});
