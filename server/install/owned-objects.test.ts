import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { ownerLabels } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import { observeRemains } from './owned-objects.ts';

const { namespace = '' } = anInstallableCsv('tickets.v1').metadata;
const signal = new AbortController().signal;

function owned(kind: string, name: string, by: string, where: string | undefined): KubeObject {
  const labels = ownerLabels({ name: by, namespace });
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name, labels, ...(where === undefined ? {} : { namespace: where }) },
  };
}

it('asks the API server whether the CSV is there before anything of it goes', () => {
  const { world, put } = plainWorld();
  put('roles', owned('Role', 'a', 'tickets.v1', namespace), owned('Role', 'of-other', 'seats.v1', namespace));
  put('clusterRoles', owned('ClusterRole', 'b', 'tickets.v1', undefined));
  // Which does not answer here: nothing is decided by the cache alone.
  const answer = observeRemains(world, { namespace, name: 'tickets.v1' }, signal);
  return expect(Promise.race([answer, Promise.resolve('asking')])).resolves.toBe('asking');
});

it('asks nobody where nothing is left, and says which CSVs are there', async () => {
  const { world, put } = plainWorld();
  put('clusterServiceVersions', anInstallableCsv('seats.v1'));
  expect(await observeRemains(world, { namespace, name: 'tickets.v1' }, signal)).toEqual({
    owner: { label: 'tickets.v1', namespace },
    labelled: [],
    csvs: ['seats.v1'],
    coming: [],
  });
});

it('leaves alone what a CSV that is there owns', async () => {
  const { world, put } = plainWorld();
  put('clusterServiceVersions', anInstallableCsv('tickets.v1'));
  put('roles', owned('Role', 'a', 'tickets.v1', namespace));
  const facts = await observeRemains(world, { namespace, name: 'tickets.v1' }, signal);
  expect(facts.labelled.map(({ object }) => object.metadata.name)).toEqual(['a']);
  expect(facts.csvs).toEqual(['tickets.v1']);
});
