/**
 * The credentials of one process: a kubeconfig of its ServiceAccount, in a folder that only this user can read. The
 * token is short-lived and renewed before it expires; the kubeconfig names its file, so the process sees the new one.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { requestToken } from '#server/kube/ask.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { Clock, KubeClient } from '#server/kube/types.ts';
import { folderPrefix } from './leftovers.ts';

export interface Account {
  readonly namespace: string;
  readonly serviceAccount: string;
}

export interface Identity {
  /** Private folder; gone after `close`. */
  readonly folder: string;
  readonly kubeconfig: string;
  readonly tokenFile: string;
  close(): Promise<void>;
}

export interface IdentityDependencies {
  readonly client: KubeClient;
  readonly cluster: Pick<ClusterConfig, 'server' | 'tls'>;
  readonly clock: Clock;
  /** Told when a renewal fails; it is tried again until the token is replaced. */
  readonly onError: (error: unknown) => void;
}

const LIFETIME_S = 3600;
/** Renewed after this share of its life, so that a failing renewal has the rest to succeed. */
const RENEW_AT = 0.7;
const RENEW_AGAIN_MS = 10_000;

/** Of a process whose pod asks for no token: a folder of its own, and no credentials. */
export async function openNobody(): Promise<Pick<Identity, 'folder' | 'close'>> {
  const folder = await mkdtemp(folderPrefix());
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** Rejects with KubeError when the ServiceAccount is not there. */
export async function openIdentity(account: Account, dependencies: IdentityDependencies): Promise<Identity> {
  const first = await tokenOf(account, dependencies.client);
  // mkdtemp makes the folder readable by its owner only.
  const folder = await mkdtemp(folderPrefix());
  const tokenFile = join(folder, 'token');
  const kubeconfig = join(folder, 'kubeconfig');
  await writePrivate(tokenFile, first.token);
  await writePrivate(
    kubeconfig,
    JSON.stringify(kubeconfigOf(account, dependencies.cluster, tokenFile), null, 2),
  );
  const stopRenewing = keepFresh(account, first.expiresAt, tokenFile, dependencies);
  return {
    folder,
    kubeconfig,
    tokenFile,
    close: async () => {
      stopRenewing();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Token {
  token: string;
  /** Unix ms. */
  expiresAt: number;
}

async function tokenOf({ namespace, serviceAccount: name }: Account, client: KubeClient): Promise<Token> {
  const spec = { expirationSeconds: LIFETIME_S };
  const { token, expirationTimestamp } = await requestToken(client, { namespace, name }, spec);
  return { token, expiresAt: Date.parse(expirationTimestamp) };
}

/** Returns a function that ends it. */
function keepFresh(
  account: Account,
  expiresAt: number,
  file: string,
  dependencies: IdentityDependencies,
): () => void {
  const { client, clock, onError } = dependencies;
  let stopped = false;
  let cancel: () => void = () => undefined;
  const arm = (ms: number): void => {
    if (!stopped) cancel = clock.setTimer(ms, () => void renew());
  };
  const renew = async (): Promise<void> => {
    try {
      const next = await tokenOf(account, client);
      if (stopped) return;
      await replaceFile(file, next.token);
      arm(renewalDelay(next.expiresAt, clock.now()));
    } catch (error) {
      if (stopped) return;
      onError(error);
      arm(RENEW_AGAIN_MS);
    }
  };
  arm(renewalDelay(expiresAt, clock.now()));
  return () => {
    stopped = true;
    cancel();
  };
}

/** Milliseconds until a token that expires at `expiresAt` is renewed. */
export function renewalDelay(expiresAt: number, now: number): number {
  return Math.max((expiresAt - now) * RENEW_AT, RENEW_AGAIN_MS);
}

/** A kubeconfig of that ServiceAccount, for the cluster of `cluster`. Holds no credential, only where the token lies. */
export function kubeconfigOf(
  account: Account,
  cluster: Pick<ClusterConfig, 'server' | 'tls'>,
  tokenFile: string,
): unknown {
  const { server, tls } = cluster;
  const user = `${account.namespace}-${account.serviceAccount}`;
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'runner',
    clusters: [
      {
        name: 'local',
        cluster: {
          server,
          ...(tls.ca === undefined
            ? {}
            : { 'certificate-authority-data': Buffer.from(tls.ca).toString('base64') }),
          ...optional({ 'tls-server-name': tls.serverName }),
          ...(tls.insecure ? { 'insecure-skip-tls-verify': true } : {}),
        },
      },
    ],
    users: [{ name: user, user: { tokenFile } }],
    contexts: [{ name: 'runner', context: { cluster: 'local', user, namespace: account.namespace } }],
  };
}

async function writePrivate(file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx' });
}

/** A reader sees the old content or the new one, never half of it. */
async function replaceFile(file: string, content: string): Promise<void> {
  await rm(`${file}.next`, { force: true });
  await writePrivate(`${file}.next`, content);
  await rename(`${file}.next`, file);
}
