/**
 * Credentials for registries, out of pull secrets. Source: Kubernetes `kubernetes.io/dockerconfigjson` and
 * `kubernetes.io/dockercfg`; matching as in the kubelet (`pkg/credentialprovider`): by host and path prefix, the longest
 * wins.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { isJsonObject } from '#lib/base/json.ts';
import { at } from '#lib/base/loose.ts';
import type { RegistryCredentials } from '../store/bundle-images.ts';
import { hostAliases, type ImageName } from './reference.ts';

type Login = { username: string; password: string };

const CONFIG_JSON = '.dockerconfigjson';
const CONFIG = '.dockercfg';
const MAX_ENTRIES = 1000;

/** What the secrets hold; `problems` names each secret that cannot be used, without a word of its content. */
export function readPullSecrets(secrets: readonly KubeObject[]): {
  credentials: RegistryCredentials;
  problems: string[];
} {
  const auths = new Map<string, Login>();
  const problems: string[] = [];
  for (const secret of secrets) {
    const entries = entriesOf(secret);
    const logins = typeof entries === 'string' ? [] : Object.entries(entries).slice(0, MAX_ENTRIES);
    const problem = typeof entries === 'string' ? entries : undefined;
    if (problem !== undefined) problems.push(`Secret ${secret.metadata.name}: ${problem}`);
    for (const [key, value] of logins) {
      const login = loginOf(value);
      // The first secret that knows a registry wins, as the kubelet tries them in order.
      if (login !== undefined && !auths.has(keyOf(key))) auths.set(keyOf(key), login);
    }
  }
  return { credentials: { auths }, problems };
}

function entriesOf(secret: KubeObject): Record<string, unknown> | string {
  const modern = at(secret, 'data', CONFIG_JSON);
  const text = modern ?? at(secret, 'data', CONFIG);
  if (typeof text !== 'string') return `it has neither ${CONFIG_JSON} nor ${CONFIG}`;
  try {
    const config: unknown = JSON.parse(Buffer.from(text, 'base64').toString());
    const entries = modern === undefined ? config : at(config, 'auths');
    return isJsonObject(entries) ? entries : `${modern === undefined ? CONFIG : 'auths'} is no object`;
  } catch {
    return 'it holds no JSON';
  }
}

function loginOf(entry: unknown): Login | undefined {
  const auth = at(entry, 'auth');
  if (typeof auth === 'string' && auth !== '') {
    const text = Buffer.from(auth, 'base64').toString();
    const colon = text.indexOf(':');
    if (colon > 0) return { username: text.slice(0, colon), password: text.slice(colon + 1) };
  }
  const [username, password] = [at(entry, 'username'), at(entry, 'password')];
  return typeof username === 'string' && typeof password === 'string' && username !== ''
    ? { username, password }
    : undefined;
}

/** `https://index.docker.io/v1/` and `quay.io/` → `index.docker.io`, `quay.io`. */
function keyOf(key: string): string {
  return key
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/(?:v[12]\/?)?$/, '')
    .toLowerCase();
}

/** The login with the longest matching name; `*.example.com` stands for one step of a host. */
export function loginFor(credentials: RegistryCredentials, reference: ImageName): Login | undefined {
  const names = hostAliases(reference.host).map((host) => `${host}/${reference.repository}`);
  let best: { key: string; login: Login } | undefined;
  for (const [key, login] of credentials.auths) {
    if (names.some((name) => matches(key, name)) && key.length > (best?.key.length ?? -1))
      best = { key, login };
  }
  return best?.login;
}

function matches(key: string, name: string): boolean {
  const wanted = key.split('/');
  const given = name.split('/');
  return (
    wanted.length <= given.length &&
    wanted.every((step, index) => (index === 0 ? hostMatches(step, given[0] ?? '') : step === given[index]))
  );
}

function hostMatches(pattern: string, host: string): boolean {
  if (!pattern.includes('*')) return pattern === host;
  const steps = pattern.split('.');
  const given = host.split('.');
  return steps.length === given.length && steps.every((step, index) => step === '*' || step === given[index]);
}
