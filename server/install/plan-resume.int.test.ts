import { beforeAll, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { anInstallPlan } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { createMemory } from './memory.ts';
import { findPresent, isBegun, noteBegun } from './plan-resume.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
});

function aConfigMap(name: string, data: Record<string, string>, finalizers?: string[]): KubeObject {
  const metadata = { name, namespace: at.namespace, ...(finalizers === undefined ? {} : { finalizers }) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}

const find = (wanted: KubeObject): Promise<KubeObject | undefined> =>
  findPresent(at.world, resources.configMaps, wanted, at.signal);

it('what is all that is wanted is found, whatever others have added', async () => {
  const made = await at.user.create(resources.configMaps, aConfigMap('whole', { a: '1', others: '2' }));
  expect((await find(aConfigMap('whole', { a: '1' })))?.metadata.uid).toBe(made.metadata.uid);
});

it('what is not there, or says something else, is to be written', async () => {
  await at.user.create(resources.configMaps, aConfigMap('other', { a: '1' }));
  expect(await find(aConfigMap('absent', {}))).toBeUndefined();
  expect(await find(aConfigMap('other', { a: '2' }))).toBeUndefined();
  expect(await find(aConfigMap('other', { a: '1', b: '2' }))).toBeUndefined();
});

it('what is being deleted is not there any more', async () => {
  const going = aConfigMap('going', { a: '1' }, ['capstan.dev/test']);
  await at.user.create(resources.configMaps, going);
  expect(await find(aConfigMap('going', { a: '1' }))).toBeDefined();
  await at.user.delete(resources.configMaps, { namespace: at.namespace, name: 'going' });
  expect(await find(aConfigMap('going', { a: '1' }))).toBeUndefined();
});

it('what could not be looked at is no answer', async () => {
  at.refuse({ status: 503, reason: 'ServiceUnavailable' }, ({ url }) => url.includes('/configmaps/silent'));
  await expect(find(aConfigMap('silent', {}))).rejects.toMatchObject({ kind: 'unavailable' });
});

it('a plan is begun by this life of the process alone', () => {
  const [plan, again] = [
    at.here(anInstallPlan([])),
    at.here(anInstallPlan([], undefined, { name: 'other' })),
  ];
  noteBegun(at.world, plan);
  expect([isBegun(at.world, plan), isBegun(at.world, again)]).toEqual([true, false]);
  expect(isBegun({ ...at.world, memory: createMemory() }, plan)).toBe(false);
});
