import { describe, expect, it } from 'vitest';
import { isReadable, readableTypes } from './access-rules.ts';
import type { ResourceRule } from './access-rules.ts';

const read = ['get', 'list', 'watch'];

describe('readableTypes', () => {
  it.each<{ name: string; rules: ResourceRule[]; want: string[] }>([
    { name: 'nothing', rules: [], want: [] },
    {
      name: 'a type of a group',
      rules: [{ verbs: read, apiGroups: ['x.io'], resources: ['as'] }],
      want: ['as.x.io'],
    },
    {
      name: 'the core group',
      rules: [{ verbs: read, apiGroups: [''], resources: ['pods'] }],
      want: ['pods'],
    },
    {
      name: 'each type of each group',
      rules: [{ verbs: ['*'], apiGroups: ['x.io', 'y.io'], resources: ['as', 'bs'] }],
      want: ['as.x.io', 'as.y.io', 'bs.x.io', 'bs.y.io'],
    },
    {
      name: 'not what may only be listed',
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
      want: [],
    },
    {
      name: 'what two rules grant together',
      rules: [
        { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
        { verbs: ['watch'], apiGroups: [''], resources: ['pods', 'secrets'] },
      ],
      want: ['pods'],
    },
    {
      name: 'not single objects',
      rules: [{ verbs: read, apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }],
      want: [],
    },
    { name: 'non-resource rules', rules: [{ verbs: ['get'] }], want: [] },
    { name: 'everything', rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], want: ['*.*'] },
  ])('finds $name', ({ rules, want }) => {
    expect(readableTypes(rules)).toEqual(want);
  });
});

describe('isReadable', () => {
  const tickets = { group: 'x.io', plural: 'tickets' };
  it.each([
    { types: ['tickets.x.io'], want: true },
    { types: ['*.x.io'], want: true },
    { types: ['tickets.*'], want: true },
    { types: ['*.*'], want: true },
    { types: ['tickets.y.io', 'seats.x.io', 'tickets', '*'], want: false },
    { types: [], want: false },
  ])('tickets.x.io among $types: $want', ({ types, want }) => {
    expect(isReadable(types, tickets)).toBe(want);
  });
  it('knows the core group', () => {
    expect(isReadable(['pods'], { group: '', plural: 'pods' })).toBe(true);
    expect(isReadable(['*'], { group: '', plural: 'pods' })).toBe(true);
  });
});
