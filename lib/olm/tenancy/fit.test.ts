import { describe, expect, it } from 'vitest';
import type { InstallModeType } from '../api/catalog.ts';
import { modeOfTargets, operatorGroupFit, watchedNamespaces } from './fit.ts';
import type { FitQuestion } from './fit.ts';
import type { OperatorGroup } from '../api/types.ts';

function modes(...supported: InstallModeType[]): FitQuestion['installModes'] {
  const all: InstallModeType[] = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
  return all.map((type) => ({ type, supported: supported.includes(type) }));
}

function group(name: string, targets?: string[]): OperatorGroup {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name, namespace: 'argocd' },
    spec: targets === undefined ? {} : { targetNamespaces: targets },
  };
}

const question = (more: Partial<FitQuestion>): FitQuestion => ({
  installModes: modes('OwnNamespace', 'AllNamespaces'),
  namespace: 'argocd',
  mode: 'AllNamespaces',
  groups: [],
  ...more,
});

const rows: { name: string; given: Partial<FitQuestion>; want: unknown }[] = [
  {
    name: 'creates a global group where there is none',
    given: { mode: 'AllNamespaces' },
    want: {
      ok: true,
      creates: group('argocd'),
      reason: { code: 'created', values: { namespace: 'argocd', watched: [''] } },
    },
  },
  {
    name: 'creates a group for its own namespace',
    given: { mode: 'OwnNamespace' },
    want: { ok: true, creates: group('argocd', ['argocd']) },
  },
  {
    name: 'creates a group for several namespaces, in order',
    given: { mode: 'MultiNamespace', installModes: modes('MultiNamespace'), targets: ['b', 'a', 'b'] },
    want: { ok: true, creates: group('argocd', ['a', 'b']) },
  },
  {
    name: 'uses a global group that is there',
    given: { mode: 'AllNamespaces', groups: [group('global')] },
    want: {
      ok: true,
      uses: 'global',
      reason: { code: 'used', values: { namespace: 'argocd', name: 'global' } },
    },
  },
  {
    name: 'uses an own-namespace group that is there',
    given: { mode: 'OwnNamespace', groups: [group('own', ['argocd'])] },
    want: { ok: true, uses: 'own' },
  },
  {
    name: 'reads the targets of a group from its status',
    given: { mode: 'OwnNamespace', groups: [{ ...group('own'), status: { namespaces: ['argocd'] } }] },
    want: { ok: true, uses: 'own' },
  },
  {
    name: 'refuses a mode that the operator does not support',
    given: { mode: 'OwnNamespace', installModes: modes('AllNamespaces') },
    want: {
      ok: false,
      reason: {
        code: 'unsupported',
        values: { watched: ['argocd'], mode: 'OwnNamespace', supported: ['AllNamespaces'] },
      },
    },
  },
  {
    name: 'refuses a group of another mode and names the one to choose',
    given: { mode: 'AllNamespaces', groups: [group('own', ['argocd'])] },
    want: {
      ok: false,
      reason: {
        code: 'otherMode',
        values: {
          ...{ namespace: 'argocd', name: 'own', there: ['argocd'], wanted: [''] },
          ...{ mode: 'AllNamespaces', fitting: 'OwnNamespace' },
        },
      },
    },
  },
  {
    name: 'refuses a group that the operator cannot live with',
    given: { installModes: modes('AllNamespaces'), groups: [group('own', ['argocd'])] },
    want: {
      ok: false,
      reason: { code: 'otherTargets', values: { namespace: 'argocd', name: 'own', there: ['argocd'] } },
    },
  },
  {
    name: 'refuses two groups and names them',
    given: { groups: [group('b'), group('a')] },
    want: { ok: false, reason: { code: 'several', values: { namespace: 'argocd', names: ['a', 'b'] } } },
  },
  {
    name: 'refuses an operator without modes',
    given: { installModes: modes() },
    want: { ok: false, reason: { code: 'noMode' } },
  },
  {
    name: 'asks for the namespace to watch',
    given: { mode: 'SingleNamespace', installModes: modes('SingleNamespace'), targets: [] },
    want: { ok: false, reason: { code: 'selectOne' } },
  },
];

describe('operatorGroupFit', () => {
  it.each(rows)('$name', ({ given, want }) => {
    expect(operatorGroupFit(question(given))).toMatchObject(Object(want));
  });
});

describe('watchedNamespaces', () => {
  it.each<{ name: string; given: Partial<FitQuestion>; want: readonly string[] | undefined }>([
    { name: 'of a group that is made', given: { mode: 'OwnNamespace' }, want: ['argocd'] },
    { name: 'of one for the whole cluster', given: {}, want: [''] },
    {
      name: 'of the group that is there',
      given: { mode: 'OwnNamespace', groups: [group('og', ['argocd'])] },
      want: ['argocd'],
    },
    { name: 'where nothing fits', given: { groups: [group('a'), group('b')] }, want: undefined },
  ])('$name', ({ given, want }) => {
    const asked = question(given);
    expect(watchedNamespaces(operatorGroupFit(asked), asked.groups)).toEqual(want);
  });
});

describe('modeOfTargets', () => {
  it.each([
    { given: [''], want: 'AllNamespaces' },
    { given: ['argocd'], want: 'OwnNamespace' },
    { given: ['other'], want: 'SingleNamespace' },
    { given: ['a', 'b'], want: 'MultiNamespace' },
  ])('$given', ({ given, want }) => {
    expect(modeOfTargets('argocd', given)).toBe(want);
  });
});
