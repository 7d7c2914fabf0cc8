/** Credentials of a ServiceAccount, from a real API server, with simulated time. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { eventually } from '../testing/eventually.ts';
import { sharedTestCluster } from '../testing/shared-cluster.ts';
import { simulatedClock } from '../testing/simulated-clock.ts';
import { openIdentity } from './identity.ts';
import type { Identity } from './identity.ts';

const account = { namespace: `identity-${String(process.pid)}`, serviceAccount: 'worker' };
const ref = { namespace: account.namespace, name: account.serviceAccount };

const config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
const client = createClient(config);
let identity: Identity | undefined;

beforeEach(async () => {
  const metadata = { name: account.namespace };
  await client.apply(
    resources.namespaces,
    { apiVersion: 'v1', kind: 'Namespace', metadata },
    { fieldManager: 'test' },
  );
  await client.apply(
    resources.serviceAccounts,
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: ref },
    { fieldManager: 'test' },
  );
});

afterEach(async () => {
  await identity?.close();
  identity = undefined;
});

function tokenOf({ folder }: Identity): string {
  return readFileSync(join(folder, 'token'), 'utf8');
}

async function userOf(as: KubeClient): Promise<unknown> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  return as.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { body: review });
}

it('signs in as the ServiceAccount and leaves nothing behind', async () => {
  identity = await openIdentity(account, { client, cluster: config, clock: simulatedClock(), onError: fail });
  const own = createClient(loadConfig({ kubeconfig: identity.kubeconfig }));
  await expect(userOf(own)).resolves.toMatchObject({
    status: { userInfo: { username: `system:serviceaccount:${account.namespace}:worker` } },
  });
  await identity.close();
  expect(existsSync(identity.folder)).toBe(false);
});

it('renews the token before it expires, and tries again when that fails', async () => {
  const clock = simulatedClock();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  identity = await openIdentity(account, { client, cluster: config, clock, onError });
  const first = tokenOf(identity);

  await client.delete(resources.serviceAccounts, ref);
  await clock.next();
  await eventually(() => {
    expect(errors).toMatchObject([{ kind: 'notFound' }]);
    expect(clock.timers()).toBe(1);
  });
  expect(tokenOf(identity)).toBe(first);

  const again = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: ref };
  await client.create(resources.serviceAccounts, again);
  await clock.next();
  const opened = identity;
  await eventually(() => {
    expect(tokenOf(opened)).not.toBe(first);
    expect(clock.timers()).toBe(1);
  });
  // Where tokens are checked, the account may be known a little later.
  await eventually(() => userOf(createClient(loadConfig({ kubeconfig: opened.kubeconfig }))));
});

it('says so when there is no such ServiceAccount', async () => {
  const nobody = { ...account, serviceAccount: 'nobody' };
  const opening = openIdentity(nobody, { client, cluster: config, clock: simulatedClock(), onError: fail });
  await expect(opening).rejects.toMatchObject({ kind: 'notFound' });
});

function fail(error: unknown): void {
  throw error instanceof Error ? error : new Error(String(error));
}
