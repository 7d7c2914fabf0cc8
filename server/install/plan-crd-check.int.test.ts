import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { checkCrds } from './plan-crd-check.ts';

const held = heldByFile();
let at: InstallWorld;
let group: string;

interface Shape {
  version?: string;
  scope?: string;
  fields?: Record<string, object>;
  required?: string[];
}

const NUMBER = { type: 'integer' };
const TEXT = { type: 'string' };

function aCrd(plural: string, { version = 'v1', scope = 'Namespaced', ...shape }: Shape): KubeObject {
  const { fields = { size: NUMBER, note: TEXT }, required = [] } = shape;
  const spec = { type: 'object', properties: fields, required };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope },
      names: { kind: 'Boat', plural, singular: 'boat', listKind: 'BoatList' },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const check = (...crds: readonly KubeObject[]): ReturnType<typeof checkCrds> =>
  checkCrds(at.world, crds, at.signal);

/** Of a group of this file alone, with two objects; gone when the file is done. */
beforeAll(async () => {
  at = await installWorld(held);
  group = `${at.namespace}.example.com`;
  const crd = aCrd('boats', {});
  await at.user.create(resources.customResourceDefinitions, crd);
  held.defer(() => at.user.delete(resources.customResourceDefinitions, { name: `boats.${group}` }));
  const boats: Resource = { group, version: 'v1', plural: 'boats', kind: 'Boat', namespaced: true };
  for (const [name, spec] of Object.entries({ ark: { size: 3, note: 'old' }, raft: { size: 30 } })) {
    const metadata = { name, namespace: at.namespace };
    await eventually(() =>
      at.user.create(boats, { apiVersion: `${group}/v1`, kind: 'Boat', metadata, spec }),
    );
  }
});

describe('a definition that comes', () => {
  it('where there is none is nothing to look at', async () => {
    const found = await check(aCrd('rafts', { version: 'v9', scope: 'Cluster' }));
    expect(found).toMatchObject({ refusals: [], objects: [], lost: [] });
  });

  it('and takes all objects that exist is no problem', async () => {
    const found = await check(aCrd('boats', { fields: { size: NUMBER, note: TEXT, more: TEXT } }));
    expect(found).toMatchObject({ refusals: [], objects: [], lost: [] });
  });

  it('names the objects that do not fit it, and where', async () => {
    const found = await check(aCrd('boats', { fields: { size: { ...NUMBER, maximum: 10 }, note: TEXT } }));
    expect(found.unfit).toEqual({ [`boats.${group}`]: 1 });
    expect(found.objects).toMatchObject([
      { kind: 'Boat', namespace: at.namespace, name: 'raft', fields: [{ path: 'spec.size' }] },
    ]);
  });

  it('names the fields that objects would lose', async () => {
    const found = await check(aCrd('boats', { fields: { size: NUMBER } }));
    expect(found.lost).toMatchObject([{ path: 'spec.note', objects: 1, example: `${at.namespace}/ark` }]);
  });

  it.each([
    ['a version that objects are stored in', { version: 'v2' }, 'storedVersion'],
    ['its scope', { scope: 'Cluster' }, 'scope'],
  ] as const)('and loses %s is refused without a look at them', async (_name, shape, reason) => {
    const found = await check(aCrd('boats', { ...shape, required: ['captain'] }));
    expect(found.refusals).toMatchObject([{ crd: `boats.${group}`, reason }]);
    expect(found.objects).toEqual([]);
  });

  it('that cannot be compared stops the check', async () => {
    at.refuse({ status: 403, reason: 'Forbidden' }, ({ url }) => url.includes(`/boats.${group}`));
    await expect(check(aCrd('boats', {}))).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
