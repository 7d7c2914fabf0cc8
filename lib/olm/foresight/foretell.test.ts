import { describe, expect, it } from 'vitest';
import { aCrd, anInstallableCsv, anInstallPlan, aPlanBundle, NOW } from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { foretellPlan, type ForetellFacts } from './foretell.ts';

const group: KubeObject = {
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'group', namespace: 'team-a' },
  spec: { targetNamespaces: ['team-a'] },
};
const service: KubeObject = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'tickets-metrics' } };
const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'tickets-settings' } };
const bundle = aPlanBundle();
const content = [anInstallableCsv(), aCrd(), service, settings];

function facts(objects: readonly KubeObject[], brought: readonly KubeObject[] = content): ForetellFacts {
  const contents = new Map([[bundle.digest, brought]]);
  return {
    objects,
    known: { bundles: [bundle], contents, globalNamespace: 'capstan-system' },
    server: { serverVersion: '1.36.3', servedApis: new Set() },
  };
}

const plan = anInstallPlan([bundle], undefined, { approved: false });

describe('a plan that somebody is to approve', () => {
  it('is foretold to its end: every object of the bundle, and a CSV that only waits for its pods', () => {
    const { writes, problem, csvs, plan: after } = foretellPlan(facts([group]), plan, NOW);
    expect(problem).toBeUndefined();
    expect(after.status?.phase).toBe('Complete');
    expect([...new Set(writes.map(({ object }) => object.kind))]).toEqual([
      ...['ClusterServiceVersion', 'CustomResourceDefinition', 'Service', 'ConfigMap', 'ServiceAccount'],
      ...['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'],
    ]);
    expect(csvs.map(({ csv, lacks }) => [csv.status?.phase, lacks])).toEqual([['Installing', []]]);
  });

  it('says which requirement would not be there', () => {
    const required = { required: [{ name: 'boats.example.com', version: 'v1', kind: 'Boat' }] };
    const csv = anInstallableCsv('tickets.v1.0.0', { spec: { customresourcedefinitions: required } });
    const { csvs } = foretellPlan(facts([group], [csv]), plan, NOW);
    expect(csvs.map(({ csv: { status } }) => status?.reason)).toEqual(['RequirementsNotMet']);
    expect(csvs[0]?.lacks).toMatchObject([{ name: 'boats.example.com', status: 'NotPresent' }]);
  });

  it('says why it could not be carried out', () => {
    const lost = { ...facts([group]), known: { ...facts([]).known, contents: new Map() } };
    const begun = anInstallPlan(
      [bundle],
      { phase: 'RequiresApproval', catalogSources: [] },
      { approved: false },
    );
    expect(foretellPlan(lost, begun, NOW)).toMatchObject({
      problem: 'content sha256:aa of tickets.v1.0.0 is not in catalog capstan-system/samples any more',
      writes: [],
    });
  });

  it('leaves a CSV as it is that is there already', () => {
    const there = anInstallableCsv('tickets.v1.0.0', { spec: { displayName: 'Mine' } });
    const { csvs } = foretellPlan(facts([group, there]), plan, NOW);
    expect(csvs[0]?.csv.spec.displayName).toBe('Mine');
  });
});
