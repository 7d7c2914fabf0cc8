import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { consoleSecrets } from './console-secrets.ts';

const namespace = 'console-secrets';
let client: KubeClient;

beforeAll(async () => {
  client = createClient(loadConfig({ kubeconfig: sharedTestCluster().kubeconfig }));
  const metadata = { name: namespace };
  await client.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata });
});

afterAll(() => client.delete(resources.namespaces, { name: namespace }));

async function dataOf(name: string): Promise<unknown> {
  return at(await client.get(resources.secrets, { namespace, name }), 'data');
}

it('makes both once, for all replicas that begin together, and leaves them alone from then on', async () => {
  const found = await Promise.all([1, 2, 3].map(() => consoleSecrets(client, namespace)));
  expect(new Set(found).size).toBe(1);
  const before = [await dataOf('capstan-session'), await dataOf('capstan-catalog')];
  expect(await consoleSecrets(client, namespace)).toBe(found[0]);
  expect([await dataOf('capstan-session'), await dataOf('capstan-catalog')]).toEqual(before);
  const key = Buffer.from(String(at(before[0], 'keys')), 'base64').toString('utf8');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
});

it('says which Secret has not what it should', async () => {
  const ref = { namespace, name: 'capstan-catalog' };
  await client.patch(resources.secrets, ref, {
    type: 'merge',
    body: { data: { secret: null, other: 'eA==' } },
  });
  await expect(consoleSecrets(client, namespace)).rejects.toThrow(
    'console-secrets/capstan-catalog has no key "secret"',
  );
});
