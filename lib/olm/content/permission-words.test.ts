import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../api/catalog.ts';
import { allRisks, permissionSummaries, verbsOf } from './permission-words.ts';

describe('verbsOf', () => {
  it.each([
    [['get', 'list', 'watch'], ['read'], []],
    [['get', 'create', 'patch', 'update', 'delete'], ['read', 'create', 'change', 'delete'], []],
    [['deletecollection', 'update'], ['change', 'delete'], []],
    [['*', 'get'], ['all'], []],
    [['use', 'get', 'use'], ['read'], ['use']],
    [['constructor'], [], ['constructor']],
    [[], [], []],
  ])('%j → %j %j', (verbs, words, otherVerbs) => {
    expect(verbsOf(verbs)).toEqual({ verbs: words, otherVerbs });
  });
});

const secrets: PolicyRule = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

describe('permissionSummaries', () => {
  it('puts the cluster and risks first, joins what one account gets, and says the same only once', () => {
    const deployments: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] };
    const summaries = permissionSummaries([
      { serviceAccount: 'manager', scope: 'namespace', rules: [secrets] },
      { serviceAccount: 'manager', scope: 'cluster', rules: [deployments] },
      {
        serviceAccount: 'manager',
        scope: 'cluster',
        rules: [{ ...deployments, apiGroups: ['extensions'] }, secrets],
      },
      { serviceAccount: 'idle', scope: 'namespace', rules: [] },
    ]);
    const read = { verbs: ['read'], otherVerbs: [], only: [] };
    expect(summaries).toEqual([
      {
        serviceAccount: 'manager',
        scope: 'cluster',
        lines: [
          {
            ...read,
            objects: { kind: 'resources', names: ['secrets'] },
            groups: ['core'],
            risks: [{ severity: 'high', code: 'readsSecrets' }],
          },
          {
            ...read,
            objects: { kind: 'resources', names: ['deployments'] },
            groups: ['apps', 'extensions'],
            risks: [],
          },
        ],
      },
      {
        serviceAccount: 'manager',
        scope: 'namespace',
        lines: [{ ...read, objects: { kind: 'resources', names: ['secrets'] }, groups: ['core'], risks: [] }],
      },
    ]);
    expect(allRisks(summaries).map(({ code }) => code)).toEqual(['readsSecrets']);
  });

  it.each<[string, PolicyRule, object]>([
    [
      'paths',
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      { objects: { kind: 'paths', names: ['/metrics'] } },
    ],
    [
      'all kinds of a group',
      { apiGroups: ['apps', ''], resources: ['*'], verbs: ['get'] },
      { objects: { kind: 'groups', names: ['apps', 'core'] } },
    ],
    ['named objects', { ...secrets, resourceNames: ['lock'] }, { only: ['lock'] }],
  ])('tells %s', (_name, rule, want) => {
    const [summary] = permissionSummaries([{ serviceAccount: 'a', scope: 'namespace', rules: [rule] }]);
    expect(summary?.lines).toEqual([expect.objectContaining(want)]);
  });
});
