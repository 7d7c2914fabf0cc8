/** The printed commands, run by a real shell and a real kubectl against a real API server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { kubectlOf, yamlOf } from './change-text.ts';
import type { Change } from './change.ts';
import type { KubeObject } from './object.ts';
import { resources } from './resources.ts';

const NAMESPACE = 'change-text';
const { configMaps, namespaces } = resources;

/** What shells, YAML 1.1 and terminals stumble over. Keys are those that a ConfigMap takes. */
const data: Record<string, string> = {
  y: 'yes',
  on: 'no',
  '1.0': '012',
  null: '~',
  '-': 'it\'s $HOME `id` $(id) \\ " !',
  sexagesimal: '1:30',
  equals: '=',
  merge: '<<',
  lines: 'EOF\n  two\n\ttab\n\n',
  crlf: 'a\r\nb',
  trailing: 'space ',
  odd: 'a\u0085b\u2028c\u202ed\u001b[201~e\u009bf',
  emoji: '😀 ü',
  empty: '',
};

function configMap(name: string, content: Record<string, string> = data): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: NAMESPACE }, data: content };
}

async function stored(name: string): Promise<KubeObject> {
  const text = await sharedTestCluster().kubectl('get', 'configmap', name, '-n', NAMESPACE, '-o', 'json');
  return JSON.parse(text) as KubeObject;
}

async function run(...changes: Change[]): Promise<void> {
  await sharedTestCluster().shell(kubectlOf(changes));
}

beforeAll(async () => {
  const object: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  await run({ verb: 'create', resource: namespaces, object });
});

afterAll(async () => {
  await run({ verb: 'delete', resource: namespaces, ref: { name: NAMESPACE } });
});

it('creates exactly the object', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('created') });
  expect((await stored('created'))['data']).toEqual(data);
});

it('replaces what was read, and refuses when somebody was quicker', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('replaced', { a: '1' }) });
  const read = await stored('replaced');
  const change: Change = { verb: 'replace', resource: configMaps, object: { ...read, data } };
  await run(change);
  expect((await stored('replaced'))['data']).toEqual(data);
  await expect(run(change)).rejects.toThrow(/the object has been modified/);
});

it('patches', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('patched', { a: '1', b: '2' }) });
  const ref = { namespace: NAMESPACE, name: 'patched' };
  const body = { data: { ...data, a: null } };
  await run({ verb: 'patch', resource: configMaps, ref, patch: { type: 'merge', body } });
  expect((await stored('patched'))['data']).toEqual({ ...data, b: '2' });
  const operations = [{ op: 'remove', path: '/data/b' }];
  await run({ verb: 'patch', resource: configMaps, ref, patch: { type: 'json', body: operations } });
  expect((await stored('patched'))['data']).toEqual(data);
});

it('applies some fields, and takes them from others only when told to', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('shared', { a: '1', b: '2' }) });
  const { uid = '' } = (await stored('shared')).metadata;
  const metadata = { name: 'shared', namespace: NAMESPACE, uid };
  // The API server's reader of such bodies refuses the odd controls, whoever sends them.
  const { odd: _, ...plain } = data;
  const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: plain };
  await run({ verb: 'apply', resource: configMaps, object });
  expect((await stored('shared'))['data']).toEqual({ ...plain, a: '1', b: '2' });
  const taken: Change = { verb: 'apply', resource: configMaps, object: { ...object, data: { a: '3' } } };
  await expect(run(taken)).rejects.toThrow(/conflict with "kubectl-create"/);
  await run({ ...taken, force: true });
  expect((await stored('shared'))['data']).toEqual({ a: '3', b: '2' });
});

it('names types of groups in their version', async () => {
  const { roles } = resources;
  const object: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    // The API server takes such names for roles: they must reach kubectl as they are.
    metadata: { name: "it's a \u202erole", namespace: NAMESPACE },
    rules: [],
  };
  await run({ verb: 'create', resource: roles, object });
  const ref = { namespace: NAMESPACE, name: object.metadata.name };
  await run({
    verb: 'patch',
    resource: roles,
    ref,
    patch: { type: 'merge', body: { metadata: { labels: { a: 'b' } } } },
  });
  const labelled = ['get', 'roles', '-n', NAMESPACE, '-l', 'a=b', '-o', 'jsonpath={.items[*].metadata.name}'];
  expect(await sharedTestCluster().kubectl(...labelled)).toBe(object.metadata.name);
  await run({ verb: 'delete', resource: roles, ref });
  expect(await sharedTestCluster().kubectl(...labelled)).toBe('');
});

it('deletes, and does not mind what is gone already', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('deleted', {}) });
  const change: Change = {
    verb: 'delete',
    resource: configMaps,
    ref: { namespace: NAMESPACE, name: 'deleted' },
  };
  await run(change, change);
  await expect(stored('deleted')).rejects.toThrow(/not found/);
});

it('gives YAML that makes the same object when it is applied', async () => {
  await run({ verb: 'create', resource: configMaps, object: configMap('source') });
  const copy = {
    ...(await stored('source')),
    metadata: { ...(await stored('source')).metadata, name: 'applied' },
  };
  const yaml = yamlOf([{ verb: 'replace', resource: configMaps, object: copy }]);
  await sharedTestCluster().shell(`kubectl apply --filename - <<'END-OF-YAML'\n${yaml}END-OF-YAML\n`);
  expect((await stored('applied'))['data']).toEqual(data);
});
