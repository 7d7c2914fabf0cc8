/** The cluster that a pod runs in, from what the kubelet puts into it. */
import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ClusterConfig, ConfigRead, LoadConfigOptions } from './config.ts';
import { KubeError } from './errors.ts';

const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** @throws KubeError `config` that says what is missing */
export function inClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
  { serviceAccountDir: dir = SERVICE_ACCOUNT_DIR, withoutCredentials = false }: LoadConfigOptions,
): ConfigRead {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '443';
  const tokenPath = join(dir, 'token');
  const caPath = join(dir, 'ca.crt');
  const needed = withoutCredentials ? caPath : tokenPath;
  if (host === undefined || !existsSync(needed)) {
    throw new KubeError({
      kind: 'config',
      message:
        `This process does not run in a pod with a ServiceAccount (KUBERNETES_SERVICE_HOST or ${needed} is missing). ` +
        'Give a kubeconfig with --kubeconfig.',
    });
  }
  const namespacePath = join(dir, 'namespace');
  const user = withoutCredentials ? '' : 'service-account';
  const names = { context: 'in-cluster', cluster: 'in-cluster', user };
  const config: ClusterConfig = {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    source: 'in-cluster',
    ...names,
    ...(existsSync(namespacePath) ? { namespace: readFileSync(namespacePath, 'utf8').trim() } : {}),
    contexts: [{ name: names.context, cluster: names.cluster, user: names.user }],
    tls: { ca: readFileSync(caPath, 'utf8'), insecure: false },
    credential: withoutCredentials ? { kind: 'none' } : { kind: 'tokenFile', path: tokenPath },
  };
  return { config, reads: [caPath] };
}
