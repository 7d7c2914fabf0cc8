/** Credentials that can be taken away: tokens of a ServiceAccount, each good as long as its Secret is there. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { requestToken } from '#server/kube/ask.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { replaceFile } from '../cluster/record.ts';

const NAMESPACE = 'kube-system';
const ACCOUNT = 'capstan-soak';

const Kubeconfig = z.looseObject({
  users: z.tuple([z.looseObject({ name: z.string(), user: z.record(z.string(), z.unknown()) })]),
});

/** Who acts with them, as the API server says it. */
export const SOAK_USER = `system:serviceaccount:${NAMESPACE}:${ACCOUNT}`;

export interface Credentials {
  /** Puts new ones into the kubeconfig, and takes away those that were in it. */
  rotate(): Promise<void>;
}

/** From now on the kubeconfig has the account's credentials in the place of the administrator's certificate. */
export async function giveCredentials(kube: KubeClient, kubeconfig: string): Promise<Credentials> {
  await kube.create(resources.serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: ACCOUNT, namespace: NAMESPACE },
  });
  await kube.create(resources.clusterRoleBindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: ACCOUNT },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: NAMESPACE }],
  });
  let count = 0;
  const give = async (): Promise<string> => {
    count += 1;
    const name = `${ACCOUNT}-${String(count)}`;
    setUser(kubeconfig, { token: await tokenOf(kube, name) });
    return name;
  };
  let current = await give();
  return {
    rotate: async () => {
      const old = current;
      current = await give();
      await kube.delete(resources.secrets, { namespace: NAMESPACE, name: old });
    },
  };
}

async function tokenOf(kube: KubeClient, name: string): Promise<string> {
  const secret = await kube.create(resources.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: NAMESPACE },
  });
  const { uid } = secret.metadata;
  const boundObjectRef = { kind: 'Secret', apiVersion: 'v1', name, uid };
  const spec = { boundObjectRef, expirationSeconds: 7 * 24 * 3_600 };
  return (await requestToken(kube, { namespace: NAMESPACE, name: ACCOUNT }, spec)).token;
}

function setUser(kubeconfig: string, user: Record<string, string>): void {
  const content = Kubeconfig.parse(parse(readFileSync(kubeconfig, 'utf8')));
  const [{ name }] = content.users;
  replaceFile(kubeconfig, stringify({ ...content, users: [{ name, user }] }));
}
