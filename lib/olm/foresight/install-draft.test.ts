import { describe, expect, it } from 'vitest';
import { aBundle, aCsvSummary, aPackage } from '../../testing/catalog.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { CatalogBundle, InstallModeType } from '../api/catalog.ts';
import {
  defaultMode,
  defaultNamespace,
  draftBundle,
  draftPreview,
  isOlderThanHead,
  namespacesTyped,
} from './install-draft.ts';
import type { DraftPreview, InstallDraft, InstallDraftFacts } from './install-draft.ts';
import type { OperatorGroup } from '../api/types.ts';

const at = { catalogNamespace: 'capstan-system', catalog: 'samples', package: 'argocd-operator' };

function bundle(...modes: InstallModeType[]): CatalogBundle {
  const installModes = modes.map((type) => ({ type, supported: true }));
  return aBundle('argocd-operator', '0.18.0', { csv: aCsvSummary({ installModes }) });
}

function group(targetNamespaces?: string[]): OperatorGroup {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'og', namespace: 'argocd' },
    spec: targetNamespaces === undefined ? {} : { targetNamespaces },
  };
}

const draft: InstallDraft = {
  namespace: 'argocd',
  channel: 'alpha',
  csv: '',
  mode: 'AllNamespaces',
  targets: '',
  approval: 'Automatic',
};
const empty: InstallDraftFacts = { namespaceExists: true, groups: [], subscriptions: [] };

function kinds(
  given: Partial<InstallDraft>,
  facts: Partial<InstallDraftFacts> = {},
  of = bundle('AllNamespaces'),
): string[] {
  return draftPreview(at, of, { ...draft, ...given }, { ...empty, ...facts }).objects.map(({ kind }) => kind);
}

describe('draftPreview', () => {
  it('follows the ArgoCD walk-through: a global OperatorGroup in namespace argocd', () => {
    const { objects, problem } = draftPreview(at, bundle('AllNamespaces'), draft, empty);
    expect(problem).toBeUndefined();
    expect(objects).toEqual([
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'argocd', namespace: 'argocd' },
        spec: {},
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: 'argocd-operator', namespace: 'argocd' },
        spec: {
          name: 'argocd-operator',
          source: 'samples',
          sourceNamespace: 'capstan-system',
          channel: 'alpha',
          installPlanApproval: 'Automatic',
        },
      },
    ]);
  });

  it('creates what is missing and no second OperatorGroup', () => {
    expect(kinds({}, { namespaceExists: false })).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
    expect(kinds({}, { groups: [group()] })).toEqual(['Subscription']);
    expect(kinds({}, { namespaceExists: undefined })).toEqual(['OperatorGroup', 'Subscription']);
  });

  it('names the version only when one was chosen', () => {
    const { objects } = draftPreview(
      at,
      bundle('AllNamespaces'),
      { ...draft, csv: 'argocd-operator.v0.17.0' },
      empty,
    );
    expect(objects.at(-1)?.['spec']).toMatchObject({ startingCSV: 'argocd-operator.v0.17.0' });
  });

  const problems: {
    name: string;
    given: Partial<InstallDraft>;
    facts?: Partial<InstallDraftFacts>;
    want: DraftPreview['problem'];
  }[] = [
    {
      name: 'no namespace',
      given: { namespace: '' },
      want: { code: 'namespaceName', values: { why: { code: 'empty' } } },
    },
    {
      name: 'a bad namespace',
      given: { namespace: 'Argo' },
      want: { code: 'namespaceName', values: { why: { code: 'labelLetters' } } },
    },
    {
      name: 'an OperatorGroup that does not fit',
      given: {},
      facts: { groups: [group(['argocd'])] },
      want: { code: 'otherTargets', values: { namespace: 'argocd', name: 'og', there: ['argocd'] } },
    },
    {
      name: 'two OperatorGroups',
      given: {},
      facts: { groups: [group(), group()] },
      want: { code: 'several', values: { namespace: 'argocd', names: ['og', 'og'] } },
    },
    {
      name: 'a mode it cannot do',
      given: { mode: 'OwnNamespace' },
      want: {
        code: 'unsupported',
        values: { watched: ['argocd'], mode: 'OwnNamespace', supported: ['AllNamespaces'] },
      },
    },
    {
      name: 'a bad target',
      given: { mode: 'SingleNamespace', targets: 'A' },
      want: { code: 'targetName', values: { name: 'A' } },
    },
    {
      name: 'a Subscription to the package',
      given: {},
      facts: { subscriptions: [aSubscriptionObject({}, { name: 'argocd-operator' })] },
      want: { code: 'subscribed', values: { namespace: 'argocd', name: 'argocd-operator' } },
    },
  ];
  it.each(problems)('refuses $name', ({ given, facts = {}, want }) => {
    const preview = draftPreview(at, bundle('AllNamespaces'), { ...draft, ...given }, { ...empty, ...facts });
    expect(preview.problem).toEqual(want);
  });

  it('tells a Subscription that only has the same name', () => {
    const other = aSubscriptionObject({}, { name: 'something-else' });
    other.metadata.name = 'argocd-operator';
    const preview = draftPreview(at, bundle('AllNamespaces'), draft, { ...empty, subscriptions: [other] });
    expect(preview.problem).toEqual({
      code: 'subscriptionName',
      values: { namespace: 'argocd', name: 'argocd-operator', package: 'something-else' },
    });
  });
});

describe('defaults', () => {
  it.each<[string, CatalogBundle, OperatorGroup[], InstallModeType]>([
    ['the widest', bundle('OwnNamespace', 'AllNamespaces'), [], 'AllNamespaces'],
    ['what it can', bundle('SingleNamespace', 'OwnNamespace'), [], 'OwnNamespace'],
    [
      'what the OperatorGroup means',
      bundle('OwnNamespace', 'AllNamespaces'),
      [group(['argocd'])],
      'OwnNamespace',
    ],
    ['not what it cannot', bundle('AllNamespaces'), [group(['argocd'])], 'AllNamespaces'],
    [
      'nothing of two groups',
      bundle('OwnNamespace', 'AllNamespaces'),
      [group(['argocd']), group()],
      'AllNamespaces',
    ],
    ['anything when nothing is supported', bundle(), [], 'AllNamespaces'],
  ])('mode: %s', (_name, of, groups, want) => {
    expect(defaultMode(of, 'argocd', groups)).toBe(want);
  });

  it('namespace: the picked one, the suggested one, its own', () => {
    const suggested = aBundle('p', '1.0.0', { csv: aCsvSummary({ suggestedNamespace: 'p-system' }) });
    expect(defaultNamespace(suggested, 'team-a')).toBe('team-a');
    expect(defaultNamespace(suggested, undefined)).toBe('p-system');
    expect(defaultNamespace(aBundle('p', '1.0.0'), undefined)).toBe('p');
  });

  it('knows the bundle meant and whether it is older than the head', () => {
    const bundles = [aBundle('p', '1.0.0'), aBundle('p', '2.0.0')];
    const pkg: PackageDetail = {
      ...aPackage(
        'p',
        { stable: [{ name: 'p.v1.0.0' }, { name: 'p.v2.0.0', replaces: 'p.v1.0.0' }] },
        { bundleList: bundles },
      ),
      hasIcon: false,
    };
    expect(draftBundle(pkg, { channel: 'stable', csv: '' })?.version).toBe('2.0.0');
    expect(draftBundle(pkg, { channel: 'stable', csv: 'p.v1.0.0' })?.version).toBe('1.0.0');
    expect(isOlderThanHead(pkg, { ...draft, channel: 'stable', csv: 'p.v1.0.0' })).toBe(true);
    expect(isOlderThanHead(pkg, { ...draft, channel: 'stable', csv: 'p.v2.0.0' })).toBe(false);
    expect(isOlderThanHead(pkg, { ...draft, channel: 'stable' })).toBe(false);
  });

  it('reads namespaces as people type them', () => {
    expect(namespacesTyped(' a, b  a\n')).toEqual(['a', 'b']);
  });
});
