/** Somebody with a few rights in one namespace: a ServiceAccount with a token, so that a real API server decides. */
import type { KubeObject } from '../../../lib/k8s/object.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { requestToken } from '../../../server/kube/ask.ts';
import { createClient } from '../../../server/kube/client.ts';
import { loadConfig } from '../../../server/kube/config.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { untilAllowed, type Right } from './rights.ts';

const RBAC = 'rbac.authorization.k8s.io';

export interface NewPerson {
  name: string;
  namespace: string;
  rights: readonly Right[];
}

/** Speaks to the API server as that person, who may do nothing but what `rights` say. */
export async function person(kubeconfig: string, who: NewPerson): Promise<KubeClient> {
  return createClient(loadConfig({ kubeconfig }), { token: await tokenOfPerson(kubeconfig, who) });
}

/** A token of a new person. It is worth nothing any more once the ServiceAccount is gone. */
export async function tokenOfPerson(
  kubeconfig: string,
  { name, namespace, rights }: NewPerson,
): Promise<string> {
  const config = loadConfig({ kubeconfig });
  const admin = createClient(config);
  const metadata = { name, namespace };
  const account: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
  await admin.create(resources.serviceAccounts, account);
  await admin.create(resources.roles, { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules: rights });
  await admin.create(resources.roleBindings, {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata,
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
    roleRef: { apiGroup: RBAC, kind: 'Role', name },
  });
  const { token } = await requestToken(admin, { namespace, name }, { expirationSeconds: 86_400 });
  await untilAllowed(createClient(config, { token }), namespace, rights[0]);
  return token;
}
