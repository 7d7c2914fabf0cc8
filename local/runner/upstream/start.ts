/** How an operator of others is started: what its image and its pod would give it, as places of this machine. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { isExecutable } from '../../cluster/executables.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { Job } from '../job.ts';
import type { UpstreamModule } from '../runnable.ts';
import { programOf } from './build.ts';

/** What its pod has on this machine. */
export interface UpstreamPlace {
  /** Stands for the pod's `/`. */
  readonly root: string;
  /** Of its ServiceAccount; none where the pod asks for no token. */
  readonly account?: { readonly kubeconfig: string; readonly tokenFile: string };
  readonly cluster: Pick<ClusterConfig, 'server' | 'tls'>;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

type UpstreamJob = Pick<Job, 'namespace' | 'mounts' | 'scratch'> & {
  readonly upstream: { readonly module: UpstreamModule; readonly args: readonly string[] };
};

/** Where a pod has its ServiceAccount. Source: client-go `rest.InClusterConfig`. */
const ACCOUNT = 'var/run/secrets/kubernetes.io/serviceaccount';
/** Programs keep certificates and other passing things below the folder that TMPDIR names. */
const TEMPORARY = 'tmp';

/** Lays out what the program looks for. Rejects where it is not built. */
export async function upstreamCommand(job: UpstreamJob, place: UpstreamPlace): Promise<Command> {
  const { module, args } = job.upstream;
  const program = programOf(module);
  if (!isExecutable(program.path)) throw new Error(`${program.path} is not there any more`);
  await mkdir(join(place.root, TEMPORARY), { recursive: true, mode: 0o700 });
  if (place.account !== undefined) await layAccount(job.namespace, place, place.account.tokenFile);
  return { file: program.path, args, env: { ...upstreamEnv(job, place), ...program.assets } };
}

/** The variables besides those of the pod. */
export function upstreamEnv(
  { mounts, scratch }: Pick<Job, 'mounts' | 'scratch'>,
  { root, account, cluster }: UpstreamPlace,
): Record<string, string> {
  const { hostname, port, protocol } = new URL(cluster.server);
  const places = [...mounts.map(({ mountPath }) => mountPath), ...scratch, ...(account ? [ACCOUNT] : [])];
  return {
    ...optional({ KUBECONFIG: account?.kubeconfig }),
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port === '' ? (protocol === 'http:' ? '80' : '443') : port,
    TMPDIR: join(root, TEMPORARY),
    CAPSTAN_MOUNTS: root,
    CAPSTAN_MOUNTED: places.map((path) => `/${path.replace(/\/+$/, '')}`).join(':'),
  };
}

/** The token is renewed where it lies. */
async function layAccount(namespace: string, { root, cluster }: UpstreamPlace, token: string): Promise<void> {
  const folder = join(root, ACCOUNT);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await symlink(token, join(folder, 'token'));
  await writeFile(join(folder, 'namespace'), namespace, { mode: 0o600 });
  await writeFile(join(folder, 'ca.crt'), cluster.tls.ca ?? '', { mode: 0o600 });
}
