import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { startFaultProxy, type FaultProxy } from '#local/testing/fault-proxy.ts';
import { heldByFile } from '#local/testing/held.ts';
import { person } from '#local/testing/people/person.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { attenuated } from './attenuated.ts';
import { isTransient } from './transient.ts';
import type { World } from './world.ts';

const account = { namespace: 'default', name: 'installer' };

const held = heldByFile();
let proxy: FaultProxy;
let world: Pick<World, 'client' | 'clientFor'>;
/** Tokens by which anybody has spoken to the API server, in order. */
const seen: string[] = [];
let refused: (token: string) => boolean = () => false;

beforeAll(async () => {
  const cluster = held.use(await startTestCluster());
  proxy = held.adopt(await startFaultProxy(loadConfig({ kubeconfig: cluster.kubeconfig })), (one) =>
    one.close(),
  );
  const rights = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create'] }];
  await person(cluster.kubeconfig, { ...account, rights });
  proxy.onRequest = ({ headers: { authorization: token } }) => {
    if (token === undefined) return undefined;
    if (!seen.includes(token)) seen.push(token);
    return refused(token) ? { status: 401, body: { kind: 'Status', reason: 'Unauthorized' } } : undefined;
  };
  world = {
    client: createClient(proxy.config),
    clientFor: (credentials) => createClient(proxy.config, { credentials }),
  };
});

async function write(client: KubeClient, name: string): Promise<void> {
  const metadata = { namespace: account.namespace, name };
  await client.create(resources.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata });
}

const tokensAsked = (): number => proxy.requests.filter((request) => request.includes('/token')).length;

describe('with the rights of a ServiceAccount', () => {
  it('one token serves many writes', async () => {
    for (const name of ['a', 'b']) await write((await attenuated(world, account)).client, name);
    expect([seen.length, tokensAsked()]).toEqual([1, 1]);
  });

  it('a token that is refused is exchanged for another, at once', async () => {
    const [first = ''] = seen;
    refused = (token) => token === first;
    await write((await attenuated(world, account)).client, 'c');
    await write((await attenuated(world, account)).client, 'd');
    expect([seen.length, tokensAsked()]).toEqual([2, 2]);
  });

  it('one that is refused all the same is no reason to give up', async () => {
    refused = () => true;
    const { client } = await attenuated(world, account);
    const error: unknown = await write(client, 'e').catch((cause: unknown) => cause);
    expect(isKubeError(error, 'unauthorized') && isTransient(error)).toBe(true);
    // Once more, and not for ever.
    expect([seen.length, tokensAsked()]).toEqual([3, 3]);
    refused = () => false;
    await write(client, 'e');
  });

  it('an account that is not there is told as such', async () => {
    const missing = attenuated(world, { ...account, name: 'missing' });
    await expect(missing).rejects.toMatchObject({
      publicMessage: expect.stringMatching(/^no token for ServiceAccount missing: .*not found/),
    });
  });
});
