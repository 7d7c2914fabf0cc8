import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, aCrd, anInstallableCsv, NOW } from '../../testing/install-facts.ts';
import type { OperatorGroup } from '../api/types.ts';
import { foretellPlan } from './foretell.ts';
import { installPreview, installQuestion, type InstallPreview, type InstallWish } from './install-preview.ts';
import { whatIf } from './what-if.ts';

const group: OperatorGroup = {
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'team', namespace: 'team-a' },
  spec: { targetNamespaces: ['team-a'] },
};
const digest = 'sha256:tickets';
const bundleList = [aBundle('tickets', '1.0.0', { digest })];
const pkg = aPackage('tickets', { stable: [{ name: 'tickets.v1.0.0' }] }, { bundleList });
const wish: InstallWish = {
  package: 'tickets',
  catalog: { namespace: 'capstan-system', name: 'samples' },
  ...{ channel: 'stable', csv: 'tickets.v1.0.0', namespace: 'team-a', mode: 'OwnNamespace', targets: [] },
};
const required = { name: 'boats.example.com', version: 'v1', kind: 'Boat' };
const content: KubeObject[] = [
  anInstallableCsv('tickets.v1.0.0', { spec: { customresourcedefinitions: { required: [required] } } }),
  aCrd(),
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'tickets-metrics' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'tickets-settings' } },
];

function previewOf(unread: ReadonlySet<string>, asked: Partial<InstallWish> = {}): InstallPreview {
  const question = installQuestion({ ...wish, ...asked }, group);
  const known = { catalogSources: [], catalogs: [aCatalog([pkg])], images: new Map(), wholeNamespace: false };
  const held = { subscriptions: [], csvs: [], plans: [], groups: [] };
  const answer = whatIf({ ...held, namespace: 'team-a', known, now: NOW }, question.change);
  const { made } = answer.plan ?? {};
  const knownOf = { contents: new Map([[digest, content]]), globalNamespace: 'capstan-system' };
  const server = { serverVersion: '1.36.3', servedApis: new Set<string>() };
  const plan =
    made &&
    foretellPlan(
      { objects: [group], known: { ...knownOf, bundles: made.bundles }, server, unread },
      made.plan,
      NOW,
    );
  return installPreview(
    { ...wish, ...asked },
    {
      group: { ok: true, creates: group, reason: '' },
      ...{ whatIf: answer, plan, unread },
      exists: ({ kind }) => (kind === 'Namespace' ? true : undefined),
    },
  );
}

describe('what an install creates', () => {
  it('is every object of the bundle, after what whoever installs makes', () => {
    expect(previewOf(new Set()).creates.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining([
        'Namespace team-a',
        'OperatorGroup team',
        'Subscription tickets',
        'ClusterServiceVersion tickets.v1.0.0',
        'CustomResourceDefinition tickets.example.com',
        'Service tickets-metrics',
        'ConfigMap tickets-settings',
        'ServiceAccount tickets',
        'Deployment tickets',
      ]),
    );
  });

  it('says what the operator would wait for', () => {
    const { lacks, unjudged } = previewOf(new Set());
    expect(lacks).toEqual([{ kind: 'CustomResourceDefinition', name: 'boats.example.com' }]);
    expect(unjudged).toEqual([]);
  });

  it('judges nothing that could not be read, and says so', () => {
    const { lacks, unjudged } = previewOf(new Set(['CustomResourceDefinition']));
    expect(lacks).toEqual([]);
    expect(unjudged).toEqual(['CustomResourceDefinition']);
  });

  it('says why nothing would come of it', () => {
    const { creates, problem } = previewOf(new Set(), { channel: 'beta' });
    expect(creates.map(({ kind }) => kind)).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
    expect(problem).toContain('beta');
  });
});
