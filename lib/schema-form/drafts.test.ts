import { expect, it } from 'vitest';
import { descriptorTree } from './descriptors.ts';
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
  expect(mayBeKept(value, descriptors)).toBe(want);
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
