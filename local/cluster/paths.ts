/** Where local mode keeps things on the user's machine: what can be rebuilt (cache) apart from what cannot (state). */
import { homedir, platform } from 'node:os';
import { join } from 'node:path';

export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

export function thisPlace(): Place {
  return { env: process.env, home: homedir(), platform: platform() };
}

/** The user's cache folder for Capstan: may be deleted at any time. */
export function cacheFolder(place: Place): string {
  const fallback =
    place.platform === 'darwin' ? join(place.home, 'Library', 'Caches') : join(place.home, '.cache');
  return join(absoluteOr(place.env['XDG_CACHE_HOME'], fallback), 'capstan');
}

/** The folder of everything that belongs to clusters: data, keys, logs. */
export function stateFolder(place: Place): string {
  return join(absoluteOr(place.env['XDG_STATE_HOME'], join(place.home, '.local', 'state')), 'capstan');
}

/** The XDG rules say that a relative path is to be ignored. */
function absoluteOr(value: string | undefined, fallback: string): string {
  return value?.startsWith('/') === true ? value : fallback;
}

/** The files of one cluster. kwokctl lays them out below `clusters/<name>`; only what we use is named here. */
export interface ClusterPaths {
  readonly folder: string;
  /** Ours, to hand out. */
  readonly kubeconfig: string;
  /** kwokctl's own, which the components read. */
  readonly innerKubeconfig: string;
  readonly auditLog: string;
  readonly logs: string;
  readonly pids: string;
  readonly pki: string;
  readonly binaries: string;
  readonly settings: string;
  /** Ours: the socket by which the API server goes to the cluster's network, and where it is told of it. */
  readonly door: string;
  readonly egress: string;
  /** Ours: the empty folders of pods, by uid; they outlive the runner, as those of a node outlive its kubelet. */
  readonly volumes: string;
  /** Ours: written last, so that its absence tells a creation that was cut short. */
  readonly record: string;
}

export function clusterPaths(state: string, name: string): ClusterPaths {
  const folder = join(state, 'clusters', name);
  return {
    folder,
    kubeconfig: join(folder, 'kubeconfig'),
    innerKubeconfig: join(folder, 'kubeconfig.yaml'),
    auditLog: join(folder, 'logs', 'audit.log'),
    logs: join(folder, 'logs'),
    pids: join(folder, 'pids'),
    pki: join(folder, 'pki'),
    binaries: join(folder, 'bin'),
    settings: join(folder, 'kwok.yaml'),
    door: join(folder, 'door'),
    egress: join(folder, 'egress.json'),
    volumes: join(folder, 'volumes'),
    record: join(folder, 'capstan.json'),
  };
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;

/** A cluster's name becomes a folder, so it is checked before it touches the disk. Throws a sentence for the user. */
export function checkClusterName(name: string): string {
  if (NAME.test(name)) return name;
  throw new Error(
    `"${name}" cannot name a cluster: use up to 40 lower-case letters, digits and dashes, such as "capstan".`,
  );
}
