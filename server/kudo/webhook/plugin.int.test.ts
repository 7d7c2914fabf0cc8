/** Users of `kubectl kudo` 0.19, with the webhook before the API server and few rights of their own. */
import { beforeAll, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { packageFamily } from '#lib/kudo/package/family.ts';
import { rawApi } from '#local/testing/raw-api.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators } from '#local/testing/operators.ts';
import { tokenOfPerson } from '#local/testing/people/person.ts';
import { kudoUser, type KudoUser } from '../testing/kudo-bench.ts';
import { KudoPlugin } from '../testing/plugin.ts';
import { smallPackage, type SmallPackage } from '../testing/small-package.ts';
import { INSTANCE_WEBHOOK } from './registration.ts';

const HOME = 'dock';
const held = heldByFile();
let user: KudoUser;
let plugin: KudoPlugin;

const LIFT: SmallPackage = {
  name: 'lift',
  tasks: {
    own: 'kind: Apply, spec: {resources: [map.yaml]}',
    note: 'kind: Apply, spec: {resources: [note.yaml]}',
    reach: 'kind: Apply, spec: {resources: [secret.yaml]}',
    bye: 'kind: Delete, spec: {resources: [note.yaml]}',
  },
  // Of a plan that the version before had not, its own `--wait` never hears.
  plans: {
    ...{ deploy: ['own'], update: ['own'], upgrade: ['own'] },
    ...{ note: ['note'], reach: ['reach'], cleanup: ['bye'] },
  },
  parameters: [
    '{name: TEXT, default: calm}',
    '{name: NOTE, default: none, trigger: note}',
    '{name: CLASS, default: slow, immutable: true}',
  ],
  templates: {
    'map.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: lift}\ndata: {text: "{{ .Params.TEXT }}"}\n',
    'note.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: note}\ndata: {text: "{{ .Params.NOTE }}"}\n',
    'secret.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: key}\n',
  },
};

type Family = Parameters<KudoPlugin['upgrade']>[0];

function familyOf(small: SmallPackage): Family {
  const family = packageFamily(smallPackage(small), false, () => ({ problem: 'it is not in the package' }));
  if ('problem' in family) throw new Error(family.problem);
  return family;
}

beforeAll(async () => {
  const operators = held.use(
    await startOperators({ catalogs: {}, flags: ['--kudo', '--kudo-webhook', 'localhost'] }),
  );
  user = kudoUser(operators.user.client);
  await user.namespace(HOME);
  const token = await tokenOfPerson(operators.cluster.kubeconfig, {
    ...{ name: 'editor', namespace: HOME },
    rights: [
      { apiGroups: ['kudo.dev'], resources: ['*'], verbs: ['*'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
    ],
  });
  plugin = new KudoPlugin(held.use(rawApi(operators.cluster, token)), HOME);
  await eventually(async () => {
    await user.client.get(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK });
    await user.client.list(kudoResources.instances);
  });
});

const instance = (): Promise<unknown> => user.instance(HOME, 'it');
const textOf = async (name: string): Promise<unknown> =>
  at(await user.find(resources.configMaps, HOME, name), 'data', 'text');

it('KUDO 6, 32, 37: install writes what runs, and waits for it', async () => {
  await plugin.install(familyOf(LIFT), { instance: 'it', parameters: { TEXT: 'still' } });
  expect(await textOf('lift')).toBe('still');
  const found = await instance();
  expect(at(found, 'spec', 'parameters')).toEqual({ TEXT: 'still', CLASS: 'slow' });
  expect(at(found, 'metadata', 'finalizers')).toEqual(['kudo.dev.instance.cleanup']);
  await expect(plugin.install(familyOf(LIFT), { instance: 'it' })).rejects.toThrow('it exists already');
});

it('KUDO 39: update runs the plan of the parameters that are others, and keeps the rest', async () => {
  await plugin.update('it', { TEXT: 'windy' });
  expect(await textOf('lift')).toBe('windy');
  await plugin.update('it', { NOTE: 'mind the gap' });
  expect(await textOf('note')).toBe('mind the gap');
  expect(at(await instance(), 'spec', 'parameters')).toEqual({
    ...{ TEXT: 'windy', CLASS: 'slow', NOTE: 'mind the gap' },
  });
});

it('KUDO 40: trigger runs a plan again, each time under a uid of ours', async () => {
  const uid = async (): Promise<unknown> => at(await instance(), 'status', 'planStatus', 'note', 'uid');
  const before = await uid();
  await user.client.delete(resources.configMaps, { namespace: HOME, name: 'note' });
  await plugin.trigger('it', 'note');
  expect(await textOf('note')).toBe('mind the gap');
  expect(await uid()).not.toBe(before);
});

it('KUDO 7: plan status has a line for each plan, phase and step', async () => {
  expect(await plugin.planStatus('it')).toEqual([
    'Plan cleanup [NEVER_RUN]',
    '  Phase main [NEVER_RUN]',
    '    Step bye [NEVER_RUN]',
    'Plan deploy [COMPLETE]',
    '  Phase main [COMPLETE]',
    '    Step own [COMPLETE]',
    'Plan note [COMPLETE]',
    '  Phase main [COMPLETE]',
    '    Step note [COMPLETE]',
    'Plan reach [NEVER_RUN]',
    '  Phase main [NEVER_RUN]',
    '    Step reach [NEVER_RUN]',
    'Plan update [COMPLETE]',
    '  Phase main [COMPLETE]',
    '    Step own [COMPLETE]',
    'Plan upgrade [NEVER_RUN]',
    '  Phase main [NEVER_RUN]',
    '    Step own [NEVER_RUN]',
  ]);
});

it('is told what it is refused, in the words of the webhook', async () => {
  await expect(plugin.trigger('it', 'reach')).rejects.toThrow('create secrets');
  await expect(plugin.trigger('it', 'fly')).rejects.toThrow('plan fly does not exist');
  await expect(plugin.update('it', { CLASS: 'quick' })).rejects.toThrow("parameter 'CLASS' is immutable");
});

it('KUDO 38: upgrade brings the version beside the one before, and runs a plan of it', async () => {
  await plugin.upgrade(familyOf({ ...LIFT, version: '2.0.0' }), 'it');
  const found = await instance();
  expect(at(found, 'spec', 'operatorVersion', 'name')).toBe('lift-2.0.0');
  expect(at(found, 'status', 'planStatus', 'upgrade', 'status')).toBe('COMPLETE');
  expect(await user.find(kudoResources.operatorVersions, HOME, 'lift-1.0.0')).toBeDefined();
});

it('KUDO 44, 45: uninstall waits until cleanup has run and the Instance is gone', async () => {
  await plugin.uninstall('it');
  expect(await user.find(resources.configMaps, HOME, 'note')).toBeUndefined();
});
