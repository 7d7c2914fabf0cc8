import { describe, expect, it } from 'vitest';
import type { PermissionRequest, PolicyRule } from '../api/catalog.ts';
import { addedPermissions } from './permission-diff.ts';

const grants = (scope: PermissionRequest['scope'], ...rules: PolicyRule[]): PermissionRequest => ({
  serviceAccount: 'manager',
  scope,
  rules,
});
const pods: PolicyRule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };

const rows: [string, PermissionRequest[], PermissionRequest[], unknown][] = [
  ['nothing where nothing changed', [grants('cluster', pods)], [grants('cluster', pods)], []],
  [
    'one more verb',
    [grants('cluster', pods)],
    [grants('cluster', { ...pods, verbs: ['get', 'list', 'delete'] })],
    [{ serviceAccount: '', scope: 'cluster', rules: [{ ...pods, verbs: ['delete'] }] }],
  ],
  [
    'two kinds that gain the same as one rule',
    [],
    [grants('namespace', { ...pods, resources: ['pods', 'services'] })],
    [
      {
        serviceAccount: '',
        scope: 'namespace',
        rules: [{ apiGroups: [''], resources: ['pods', 'services'], verbs: ['get', 'list'] }],
      },
    ],
  ],
  ['nothing below a wildcard', [grants('cluster', { ...pods, verbs: ['*'] })], [grants('cluster', pods)], []],
  [
    'a wildcard where there was none',
    [grants('cluster', pods)],
    [grants('cluster', { ...pods, verbs: ['*'] })],
    [{ serviceAccount: '', scope: 'cluster', rules: [{ ...pods, verbs: ['*'] }] }],
  ],
  ['nothing in a namespace that the cluster had', [grants('cluster', pods)], [grants('namespace', pods)], []],
  [
    'the cluster where it had a namespace',
    [grants('namespace', pods)],
    [grants('cluster', pods)],
    [{ serviceAccount: '', scope: 'cluster', rules: [pods] }],
  ],
  [
    'any object where it had one by name',
    [grants('cluster', { ...pods, resourceNames: ['a'] })],
    [grants('cluster', pods)],
    [{ serviceAccount: '', scope: 'cluster', rules: [pods] }],
  ],
  [
    'nothing for an object by name where it had any',
    [grants('cluster', pods)],
    [grants('cluster', { ...pods, resourceNames: ['a'] })],
    [],
  ],
  [
    'a path',
    [grants('cluster', pods)],
    [grants('cluster', { nonResourceURLs: ['/metrics'], verbs: ['get'] })],
    [{ serviceAccount: '', scope: 'cluster', rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }],
  ],
];

describe('addedPermissions', () => {
  it.each(rows)('finds %s', (_name, before, after, want) => {
    expect(addedPermissions(before, after)).toEqual(want);
  });
});
