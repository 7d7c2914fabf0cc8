/** The cluster that a pod runs in, from what the kubelet puts into it. */
import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { KubeError } from './errors.ts';

interface InClusterRead {
  config: {
    server: string;
    source: string;
    context: string;
    cluster: string;
    user: string;
    namespace?: string;
    contexts: { name: string; cluster: string; user: string }[];
    tls: { ca: string; insecure: boolean };
    credential: { kind: 'none' } | { kind: 'tokenFile'; path: string };
  };
  /** The files that it is made of. */
  reads: string[];
}

interface InClusterOptions {
  /** Folder of the ServiceAccount's files. */
  serviceAccountDir?: string;
  withoutCredentials?: boolean;
}

const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** As a ClusterConfig, with the files that it is made of. @throws KubeError `config` that says what is missing */
export function inClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
  { serviceAccountDir: dir = SERVICE_ACCOUNT_DIR, withoutCredentials = false }: InClusterOptions,
): InClusterRead {
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
  const namespace = existsSync(namespacePath) ? readFileSync(namespacePath, 'utf8').trim() : '';
  const user = withoutCredentials ? '' : 'service-account';
  const names = { context: 'in-cluster', cluster: 'in-cluster', user };
  const config: InClusterRead['config'] = {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    source: 'in-cluster',
    ...names,
    ...(namespace === '' ? {} : { namespace }),
    contexts: [{ name: names.context, cluster: names.cluster, user: names.user }],
    tls: { ca: readFileSync(caPath, 'utf8'), insecure: false },
    credential: withoutCredentials ? { kind: 'none' } : { kind: 'tokenFile', path: tokenPath },
  };
  return { config, reads: [caPath] };
}
