/** Where the Authorization header of a request comes from, and how to get a fresh one after a 401. */
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import type { ExecAuth } from '@kubernetes/client-node/dist/exec_auth.js';
import { optional } from '#lib/base/loose.ts';
import { backoffMs, type BackoffOptions } from '#lib/k8s/backoff.ts';
import { monotonicClock, realClock } from './clock.ts';
import type { ClientCertificate, ClusterConfig, CredentialSource, Impersonation } from './config.ts';
import { KubeError } from './errors.ts';
import type { KubeconfigExec } from './kubeconfig.ts';
import type { Clock } from './types.ts';

/** What one request is sent with. Secret: never logged. */
export interface Credentials {
  headers: Readonly<Record<string, string | string[]>>;
  clientCertificate?: ClientCertificate;
}

/** The credentials of one identity, renewed where they can be. */
export interface CredentialProvider {
  /** @throws KubeError `unauthorized` when no credentials can be had */
  get(): Promise<Credentials>;
  /** Called with credentials that were refused. True when asking again may bring others. */
  invalidate(refused: Credentials): boolean;
}

/** One user's bearer token, and nothing else: never the certificate of the kubeconfig, which would win over it. */
export function tokenCredentials(token: string): CredentialProvider {
  return fixed({ headers: { authorization: `Bearer ${token}` } });
}

/** The identity that the kubeconfig (or the pod) gives. */
export function configCredentials(config: ClusterConfig, clock: Clock = monotonicClock): CredentialProvider {
  const base: Credentials = {
    headers: impersonationHeaders(config.impersonate),
    ...optional({ clientCertificate: config.clientCertificate }),
  };
  const withHeader = (authorization: string): Credentials => ({
    ...base,
    headers: { ...base.headers, authorization },
  });
  const source = config.credential;
  switch (source.kind) {
    case 'none':
      return fixed(base);
    case 'token':
      return fixed(withHeader(`Bearer ${source.token}`));
    case 'basic':
      return fixed(
        withHeader(`Basic ${Buffer.from(`${source.username}:${source.password}`).toString('base64')}`),
      );
    case 'tokenFile':
      return renewing(clock, async () => {
        const token = await readToken(source.path);
        return { credentials: withHeader(`Bearer ${token}`), freshForMs: TOKEN_FILE_FRESH_MS };
      });
    case 'exec':
      return execCredentials(config, source.exec, { base, clock });
    case 'oidc':
      return renewing(
        clock,
        async () => {
          const token = await oidcToken(source);
          return {
            credentials: withHeader(`Bearer ${token}`),
            freshForMs: tokenFreshMs(token, realClock.now()),
          };
        },
        SIGN_IN_PAUSES,
      );
  }
}

/** The kubelet writes a new token well before the old one expires. */
const TOKEN_FILE_FRESH_MS = 60_000;

function fixed(credentials: Credentials): CredentialProvider {
  return { get: () => Promise.resolve(credentials), invalidate: () => false };
}

interface Renewed {
  credentials: Credentials;
  /** How long they may be used without asking again. */
  freshForMs: number;
}

/**
 * How long a sign-in that failed is left alone, and one that gave what was refused: each may open a window for somebody
 * who has gone home. Eight times in the first hour, then four.
 */
const SIGN_IN_PAUSES: BackoffOptions = { baseMs: 30_000, maxMs: 15 * 60_000 };

/** Credentials that nobody has refused for so long have done their work. */
const STEADY_MS = 60_000;

/**
 * Asks `renew` once at a time, however many requests wait for it; `anew` when what it gave last was refused.
 * @param pauses after a failure, which is what everybody hears until then, or a refusal; absent: asks again each time
 */
function renewing(
  clock: Clock,
  renew: (anew: boolean) => Promise<Renewed>,
  pauses?: BackoffOptions,
): CredentialProvider {
  let current: { credentials: Credentials; until: number } | undefined;
  let asking: Promise<Credentials> | undefined;
  let failure: { error: unknown } | undefined;
  let anew = false;
  let refusedAt = -Infinity;
  /** Failures and refusals in a row, and until when nothing is asked because of them. */
  let misses = 0;
  let quietUntil = -Infinity;
  const miss = (): void => {
    if (pauses === undefined) return;
    if (clock.now() > quietUntil + pauses.maxMs) misses = 0;
    quietUntil = clock.now() + backoffMs(misses, pauses, () => 1);
    misses += 1;
  };
  const ask = async (): Promise<Credentials> => {
    try {
      const { credentials, freshForMs } = await renew(anew);
      current = { credentials, until: clock.now() + freshForMs };
      failure = undefined;
      anew = false;
      return credentials;
    } catch (error) {
      failure = { error };
      miss();
      throw error;
    } finally {
      asking = undefined;
    }
  };
  return {
    get: async () => {
      if (current !== undefined && clock.now() < current.until) return current.credentials;
      if (failure !== undefined && clock.now() < quietUntil) throw failure.error;
      asking ??= ask();
      return asking;
    },
    invalidate: (refused) => {
      const steady = clock.now() - refusedAt > STEADY_MS;
      refusedAt = clock.now();
      if (current?.credentials !== refused) return true;
      if (steady) [misses, quietUntil] = [0, -Infinity];
      if (clock.now() < quietUntil) return false;
      miss();
      [anew, current] = [true, undefined];
      return true;
    },
  };
}

function impersonationHeaders(impersonate: Impersonation | undefined): Record<string, string | string[]> {
  if (impersonate === undefined) return {};
  const headers: Record<string, string | string[]> = { 'impersonate-user': impersonate.user };
  if (impersonate.uid !== undefined) headers['impersonate-uid'] = impersonate.uid;
  if (impersonate.groups.length > 0) headers['impersonate-group'] = impersonate.groups;
  for (const [key, values] of Object.entries(impersonate.extra)) {
    headers[`impersonate-extra-${encodeURIComponent(key.toLowerCase())}`] = values;
  }
  return headers;
}

async function readToken(path: string): Promise<string> {
  try {
    const token = (await readFile(path, 'utf8')).trim();
    if (token !== '') return token;
  } catch (error) {
    throw noCredentials(`The token file ${path} cannot be read.`, error);
  }
  throw noCredentials(`The token file ${path} is empty.`);
}

function noCredentials(message: string, cause?: unknown): KubeError {
  return new KubeError({ kind: 'unauthorized', message, reason: 'NoCredentials', cause });
}

const EXEC_TIMEOUT_MS = 60_000;
/** How often the plugin's last answer is looked at again; it is run anew only when that answer has expired. */
const EXEC_CHECK_MS = 5_000;

/** Runs the credential plugin of the kubeconfig (client.authentication.k8s.io). */
function execCredentials(
  config: ClusterConfig,
  exec: KubeconfigExec,
  { base, clock }: { base: Credentials; clock: Clock },
): CredentialProvider {
  const env = [...exec.env, { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(execInfo(config, exec)) }];
  const user: User = { name: config.user, exec: { command: exec.command, args: exec.args, env } };
  let plugin: ExecAuth | undefined;
  const run = async (anew: boolean): Promise<Renewed> => {
    const { ExecAuth } = await import('@kubernetes/client-node/dist/exec_auth.js');
    if (anew || plugin === undefined) plugin = new ExecAuth();
    const found = await withinTime(exec, plugin, user);
    return {
      credentials: { ...base, ...found, headers: { ...base.headers, ...found.headers } },
      freshForMs: EXEC_CHECK_MS,
    };
  };
  return renewing(clock, run, SIGN_IN_PAUSES);
}

async function withinTime(exec: KubeconfigExec, plugin: ExecAuth, user: User): Promise<Credentials> {
  const options: RequestOptions & { headers: Record<string, string> } = { headers: {} };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = realClock.setTimer(EXEC_TIMEOUT_MS, () =>
    reject(noCredentials(`The command ${exec.command} gave no credentials within a minute.`)),
  );
  try {
    await Promise.race([plugin.applyAuthentication(user, options), late]);
  } catch (error) {
    throw execError(exec, error);
  } finally {
    cancel();
  }
  const { cert, key } = options;
  const authorization = options.headers['Authorization'];
  return {
    headers: authorization === undefined ? {} : { authorization },
    ...(typeof cert === 'string' && typeof key === 'string' ? { clientCertificate: { cert, key } } : {}),
  };
}

function execInfo(config: ClusterConfig, exec: KubeconfigExec): unknown {
  const cluster = {
    server: config.server,
    'tls-server-name': config.tls.serverName,
    'insecure-skip-tls-verify': config.tls.insecure ? true : undefined,
    'certificate-authority-data':
      config.tls.ca === undefined ? undefined : Buffer.from(config.tls.ca).toString('base64'),
    'proxy-url': config.proxyUrl,
  };
  return {
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(exec.provideClusterInfo ? { cluster } : {}) },
  };
}

function execError(exec: KubeconfigExec, error: unknown): KubeError {
  if (error instanceof KubeError) return error;
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const said = error instanceof Error ? error.message.trim().slice(0, 400) : '';
  const problem = missing
    ? `is not installed here. ${exec.installHint ?? 'Install it, or use another context.'}`
    : `failed${said === '' ? '.' : `: ${said}`}`;
  return noCredentials(
    `The command ${exec.command}, which the kubeconfig names for signing in, ${problem}`,
    error,
  );
}

/** Loaded only when a kubeconfig asks for it: it brings the whole generated API along. */
async function oidcToken(source: Extract<CredentialSource, { kind: 'oidc' }>): Promise<string> {
  const { OpenIDConnectAuth } = await import('@kubernetes/client-node/dist/oidc_auth.js');
  const options: RequestOptions & { headers: Record<string, string> } = { headers: {} };
  try {
    // A new one each time: it takes the lifetime of a renewed token for its moment of expiry.
    const auth = new OpenIDConnectAuth();
    await auth.applyAuthentication(
      { name: 'oidc', authProvider: { name: 'oidc', config: source.config } },
      options,
    );
  } catch (error) {
    throw noCredentials(
      'The identity provider of the kubeconfig did not renew the sign-in. Sign in again.',
      error,
    );
  }
  const token = (options.headers['Authorization'] ?? '').replace(/^Bearer /, '');
  if (token === '')
    throw noCredentials('The sign-in of the kubeconfig has expired and cannot be renewed. Sign in again.');
  return token;
}

/** Until half a minute before the JSON web token expires; a minute when it does not say. */
function tokenFreshMs(token: string, now: number): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    if (typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number')
      return Math.max(claims.exp * 1000 - now - 30_000, 1_000);
  } catch {
    // Not a JSON web token: nothing is known of its life.
  }
  return 60_000;
}
