import { expect, it } from 'vitest';
import { resourcesGranted } from './capability-rights.ts';

const wanted = { '': ['events'], 'a.example': ['xs', 'ys'], 'b.example': ['*'] };

it.each([
  ['nothing of no rules', [], []],
  [
    'a resource by name',
    [{ apiGroups: ['a.example'], resources: ['ys'], verbs: ['patch'] }],
    ['ys.a.example'],
  ],
  [
    'of the core without a group',
    [{ apiGroups: [''], resources: ['events'], verbs: ['create'] }],
    ['events'],
  ],
  [
    'all resources of a group',
    [{ apiGroups: ['a.example'], resources: ['*'], verbs: ['*'] }],
    ['xs.a.example', 'ys.a.example'],
  ],
  ['none of every group', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }], []],
  ['none that is only read', [{ apiGroups: ['a.example'], resources: ['xs'], verbs: ['get'] }], []],
  [
    'each once, whatever a group names, but no subresource',
    [
      { apiGroups: ['b.example'], resources: ['zs', 'zs/status'], verbs: ['update'] },
      { apiGroups: ['b.example'], resources: ['zs'], verbs: ['create'] },
    ],
    ['zs.b.example'],
  ],
  ['nothing of rules about addresses', [{ nonResourceURLs: ['/metrics'], verbs: ['create'] }], []],
])('grants %s', (_what, rules, want) => {
  expect(resourcesGranted(rules, wanted)).toEqual(want);
});
