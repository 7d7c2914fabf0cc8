import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL, ownerLabels } from '#lib/olm/api/labels.ts';
import { aCrd, anInstallableCsv } from '#lib/testing/install-facts.ts';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import { BY_CRD, copiesIn, readerOfCaches } from './caches.ts';

const owner = { name: 'tickets.v1.0.0', namespace: 'team-a' };
const managed = (object: KubeObject, labels: Record<string, string> = {}): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, labels: { ...ownerLabels(owner), 'olm.managed': 'true', ...labels } },
});

describe('the copies that reconcilers read (OLM 86)', () => {
  it('have of a CSV nothing that only pages show', () => {
    const { world, put } = plainWorld();
    const icon = { base64data: 'x'.repeat(1_000), mediatype: 'image/png' };
    const descriptors = [{ path: 'a', displayName: 'A' }];
    const crd = { name: 'tickets.example.com', version: 'v1', kind: 'Ticket' };
    const owned = [{ ...crd, specDescriptors: descriptors }];
    const csv = anInstallableCsv(owner.name, { spec: { customresourcedefinitions: { owned } } });
    put('clusterServiceVersions', {
      ...csv,
      spec: { ...csv.spec, icon: [icon], description: 'long' },
    } as KubeObject);
    const kept = world.caches.clusterServiceVersions.get(owner);
    expect(kept?.['spec']).toEqual({
      ...csv.spec,
      customresourcedefinitions: { owned: [crd], required: [] },
    });
  });

  it('have of a definition no schema, but what is served and stored, and how it converts', () => {
    const { world, put } = plainWorld();
    const crd = aCrd();
    const schema = { openAPIV3Schema: { type: 'object' } };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const more = { conversion: { strategy: 'None' }, preserveUnknownFields: false };
    put('customResourceDefinitions', { ...crd, spec: { ...(crd['spec'] as object), versions, ...more } });
    const kept = world.caches.customResourceDefinitions.get({ name: 'tickets.example.com' });
    expect(kept).toMatchObject({ spec: { ...(crd['spec'] as object), ...more }, status: crd['status'] });
    expect(JSON.stringify(kept)).not.toContain('openAPIV3Schema');
  });

  it('have of a copy of a CSV what it says, and find it by what it is a copy of', () => {
    const { world, put } = plainWorld();
    const metadata = { namespace: 'team-b', labels: { [COPIED_FROM_LABEL]: 'team-a' } };
    const status = { phase: 'Succeeded' as const, reason: 'Copied', conditions: [{ reason: 'Replaced' }] };
    put('clusterServiceVersions', anInstallableCsv('a.v1', { metadata, status }));
    const [copy, ...more] = copiesIn(world.caches)({ namespace: 'team-a', name: 'a.v1' });
    expect(copy).toMatchObject({ spec: { install: { strategy: 'deployment' } } });
    expect([copy?.status, Object.keys(copy?.spec ?? {}), more]).toEqual([
      { phase: 'Succeeded', reason: 'Copied' },
      ['install'],
      [],
    ]);
  });

  it('have of a Deployment how many it is, and not what it runs', () => {
    const { world, put } = plainWorld();
    const metadata = { name: 'tickets', namespace: 'team-a' };
    const annotations = { told: 'x' };
    const spec = {
      replicas: 2,
      template: { metadata: { labels: {}, annotations }, spec: { containers: [] } },
    };
    put('deployments', managed({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }));
    expect(world.caches.deployments.get(metadata)?.['spec']).toEqual({
      replicas: 2,
      template: { metadata: { annotations: { told: 'x' } } },
    });
  });

  it.each([
    { labels: {}, rules: [{ verbs: ['get'] }] },
    // What was copied is never copied again.
    { labels: { [COPIED_FROM_LABEL]: 'team-b' }, rules: undefined },
  ])('have of a Role with labels $labels the rules $rules', ({ labels, rules }) => {
    const { world, put } = plainWorld();
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'tickets', namespace: 'team-a' },
      rules: [{ verbs: ['get'] }],
    };
    put('roles', managed(role, labels));
    expect(world.caches.roles.get(role.metadata)?.['rules']).toEqual(rules);
  });

  it('hold of these kinds nothing that is not ours', () => {
    const { world, put } = plainWorld();
    put('deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x', namespace: 'team-a' },
    });
    expect(world.caches.deployments.list()).toEqual([]);
  });
});

describe('what can be looked up', () => {
  it('are the parts of a CSV, however long its name', () => {
    const { world, put } = plainWorld();
    const long = { name: `tickets-${'x'.repeat(80)}.v1.0.0`, namespace: 'team-a' };
    for (const of of [owner, long]) {
      const labels = { ...ownerLabels(of), 'olm.managed': 'true' };
      put('deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: `of-${of.name.slice(0, 20)}`, namespace: 'team-a', labels },
      });
      const found = readerOfCaches(world.caches).ownedBy(resources.deployments, of);
      expect(found.map(({ metadata }) => metadata.name)).toEqual([`of-${of.name.slice(0, 20)}`]);
    }
  });

  it('are the CSVs that own or require a definition', () => {
    const { world, put } = plainWorld();
    const crd = { name: 'base.example.com', version: 'v1', kind: 'Base' };
    put(
      'clusterServiceVersions',
      anInstallableCsv('owns.v1', { spec: { customresourcedefinitions: { owned: [crd] } } }),
      anInstallableCsv('needs.v1', { spec: { customresourcedefinitions: { required: [crd] } } }),
      anInstallableCsv('neither.v1', { spec: { customresourcedefinitions: {} } }),
    );
    const found = world.caches.clusterServiceVersions.byIndex(BY_CRD, crd.name);
    expect(found.map(({ metadata }) => metadata.name).sort()).toEqual(['needs.v1', 'owns.v1']);
  });
});
