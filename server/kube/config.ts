/** Finds out which cluster to talk to and as whom: kubeconfig, or the ServiceAccount of the pod we run in. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { inClusterConfig } from './in-cluster.ts';
import {
  clusterOf,
  configError,
  contextOf,
  pathIn,
  pemOf,
  readKubeconfig,
  serverUrl,
  userOf,
} from './kubeconfig.ts';
import type { Kubeconfig, KubeconfigExec, KubeconfigUser } from './kubeconfig.ts';

/** A context of the kubeconfig, by the names that it gives to cluster and user. */
export interface ContextSummary {
  name: string;
  cluster: string;
  user: string;
  namespace?: string;
}

/** What TLS shows the API server, certificate and private key. */
export interface ClientCertificate {
  /** PEM. */
  cert: string;
  /** PEM. */
  key: string;
}

/** Where a user's credentials come from, by kind; paths are absolute. */
export type CredentialSource =
  | { kind: 'none' }
  | { kind: 'token'; token: string }
  | { kind: 'tokenFile'; path: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'exec'; exec: KubeconfigExec }
  | { kind: 'oidc'; config: Record<string, string> };

/** Whom the requests act as, sent in `Impersonate-…` headers; none of it is checked here. */
export interface Impersonation {
  user: string;
  uid?: string;
  groups: string[];
  extra: Record<string, string[]>;
}

/** One cluster and one identity in it. Holds secrets: never log it whole. */
export interface ClusterConfig {
  /** Base URL of the API server, without a slash at the end. */
  server: string;
  /** Where this came from: the kubeconfig files, or `in-cluster`. */
  source: string;
  context: string;
  cluster: string;
  user: string;
  /** The context's own namespace, if it has one. */
  namespace?: string;
  /** Every context of the kubeconfig that can be read, for a chooser. */
  contexts: ContextSummary[];
  tls: { ca?: string; serverName?: string; insecure: boolean };
  proxyUrl?: string;
  credential: CredentialSource;
  clientCertificate?: ClientCertificate;
  impersonate?: Impersonation;
}

/** Where the configuration is looked for; without any, as kubectl does. */
export interface LoadConfigOptions {
  /** A file; else the files of KUBECONFIG; else ~/.kube/config. */
  kubeconfig?: string;
  /** Else the kubeconfig's current context. */
  context?: string;
  /** Use the pod's ServiceAccount. Default: when no kubeconfig is found and the process runs in a pod. */
  inCluster?: boolean;
  /** Only where the cluster is and whom to trust: the pod may be without a token, and none of its rights are used. */
  withoutCredentials?: boolean;
  env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the ServiceAccount's files, for tests. */
  serviceAccountDir?: string;
}

/** @throws KubeError `config` that names file, field and what to do */
export function loadConfig(options: LoadConfigOptions = {}): ClusterConfig {
  const { config, reads } = readConfig(options);
  origins.set(config, { files: reads, load: () => readConfig(options) });
  return config;
}

/** A configuration and where it was read. */
export interface ConfigRead {
  config: ClusterConfig;
  /** The files that it is made of. */
  reads: string[];
}

const origins = new WeakMap<ClusterConfig, { files: string[]; load: () => ConfigRead }>();

/** How to read a configuration again; undefined for one that was not read. `load` throws as `loadConfig` does. */
export function originOf(config: ClusterConfig): ReturnType<typeof origins.get> {
  return origins.get(config);
}

function readConfig(options: LoadConfigOptions): ConfigRead {
  const env = options.env ?? process.env;
  if (options.inCluster === true) return inClusterConfig(env, options);
  const files = kubeconfigFiles(options, env);
  if (files.length === 0) {
    if (options.inCluster === undefined && env['KUBERNETES_SERVICE_HOST'] !== undefined)
      return inClusterConfig(env, options);
    throw configError(
      options.kubeconfig ?? env['KUBECONFIG'] ?? '~/.kube/config',
      '',
      'does not exist',
      'Give the right file with --kubeconfig or in KUBECONFIG.',
    );
  }
  const kubeconfig = readKubeconfig(files);
  const config = contextConfig(kubeconfig, options.context);
  const reads = [...kubeconfig.reads];
  return { config: options.withoutCredentials === true ? stripped(config) : config, reads };
}

function stripped({ clientCertificate: _, impersonate: __, ...config }: ClusterConfig): ClusterConfig {
  return { ...config, user: '', credential: { kind: 'none' } };
}

function kubeconfigFiles(
  options: LoadConfigOptions,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (options.kubeconfig !== undefined) return [options.kubeconfig];
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '');
  // Like kubectl: files of the list that do not exist are passed over.
  const candidates = listed.length > 0 ? listed : [join(env['HOME'] ?? homedir(), '.kube', 'config')];
  return candidates.filter((file) => existsSync(file));
}

function contextConfig(kubeconfig: Kubeconfig, wanted: string | undefined): ClusterConfig {
  const source = kubeconfig.files.join(delimiter);
  const name = wanted ?? kubeconfig.currentContext ?? onlyKey(kubeconfig.contexts);
  const known = `Contexts there: ${[...kubeconfig.contexts.keys()].slice(0, 20).join(', ') || 'none'}.`;
  if (name === undefined)
    throw configError(source, 'current-context', 'is not set', `Choose one with --context. ${known}`);
  const entry = kubeconfig.contexts.get(name);
  if (entry === undefined) throw configError(source, 'contexts', `has no context "${name}"`, known);
  const context = contextOf(entry);
  const clusterEntry = kubeconfig.clusters.get(context.cluster);
  if (clusterEntry === undefined) {
    throw configError(
      entry.file,
      `${entry.at}.cluster`,
      `names "${context.cluster}", which is not among the clusters`,
    );
  }
  const cluster = clusterOf(clusterEntry);
  const ca = pemOf(
    clusterEntry,
    'certificate-authority',
    cluster['certificate-authority-data'],
    cluster['certificate-authority'],
  );
  return {
    server: serverUrl(cluster.server, clusterEntry.file, `${clusterEntry.at}.server`),
    source,
    context: name,
    cluster: context.cluster,
    user: context.user ?? '',
    ...optional({ namespace: context.namespace }),
    contexts: summaries(kubeconfig),
    tls: {
      ...optional({ ca, serverName: cluster['tls-server-name'] }),
      insecure: cluster['insecure-skip-tls-verify'],
    },
    ...optional({ proxyUrl: cluster['proxy-url'] }),
    ...userConfig(kubeconfig, context.user, entry),
  };
}

function onlyKey(map: ReadonlyMap<string, unknown>): string | undefined {
  return map.size === 1 ? map.keys().next().value : undefined;
}

function summaries(kubeconfig: Kubeconfig): ContextSummary[] {
  return [...kubeconfig.contexts].flatMap(([name, entry]) => {
    try {
      const { cluster, user, namespace } = contextOf(entry);
      return [{ name, cluster, user: user ?? '', ...optional({ namespace }) }];
    } catch {
      return []; // A broken context nobody asked for must not hide the others.
    }
  });
}

type UserParts = Pick<ClusterConfig, 'credential' | 'clientCertificate' | 'impersonate'>;
type Entry = Parameters<typeof userOf>[0];

function userConfig(kubeconfig: Kubeconfig, name: string | undefined, contextEntry: Entry): UserParts {
  if (name === undefined) return { credential: { kind: 'none' } };
  const entry = kubeconfig.users.get(name);
  if (entry === undefined) {
    throw configError(
      contextEntry.file,
      `${contextEntry.at}.user`,
      `names "${name}", which is not among the users`,
    );
  }
  const user = userOf(entry);
  const cert = pemOf(
    entry,
    'client-certificate',
    user['client-certificate-data'],
    user['client-certificate'],
  );
  const key = pemOf(entry, 'client-key', user['client-key-data'], user['client-key']);
  if ((cert === undefined) !== (key === undefined))
    throw configError(entry.file, entry.at, 'has only one of client-certificate and client-key');
  return {
    credential: credentialOf(user, entry),
    ...(cert === undefined || key === undefined ? {} : { clientCertificate: { cert, key } }),
    ...impersonationOf(user, entry),
  };
}

function credentialOf(user: KubeconfigUser, entry: Entry): CredentialSource {
  if (user.tokenFile !== undefined) return { kind: 'tokenFile', path: pathIn(entry, user.tokenFile) };
  if (user.token !== undefined) return { kind: 'token', token: user.token };
  if (user.exec !== undefined) return { kind: 'exec', exec: execOf(user.exec, entry) };
  const provider = user['auth-provider'];
  if (provider !== undefined) {
    if (provider.name === 'oidc') return { kind: 'oidc', config: provider.config };
    throw configError(
      entry.file,
      `${entry.at}.auth-provider`,
      `uses "${provider.name}", which Kubernetes has removed`,
      "Let your cloud's command line write the kubeconfig anew; it will use an exec plugin.",
    );
  }
  if (user.username !== undefined)
    return { kind: 'basic', username: user.username, password: user.password ?? '' };
  return { kind: 'none' };
}

function execOf(exec: KubeconfigExec, entry: Entry): KubeconfigExec {
  if (exec.interactiveMode === 'Always') {
    throw configError(
      entry.file,
      `${entry.at}.exec`,
      'needs a terminal (interactiveMode Always), which a server has not',
    );
  }
  // A bare name is looked up in PATH; anything with a slash is a path below the kubeconfig's folder.
  return exec.command.includes('/') ? { ...exec, command: pathIn(entry, exec.command) } : exec;
}

function impersonationOf(user: KubeconfigUser, entry: Entry): Pick<ClusterConfig, 'impersonate'> {
  const groups = user['as-groups'];
  if (user.as === undefined) {
    if (groups.length > 0) throw configError(entry.file, `${entry.at}.as-groups`, 'is given without "as"');
    return {};
  }
  const uid = user['as-uid'];
  return {
    impersonate: {
      user: user.as,
      ...optional({ uid }),
      groups,
      extra: user['as-user-extra'],
    },
  };
}
