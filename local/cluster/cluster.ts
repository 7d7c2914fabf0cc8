/** Throwaway clusters of real Kubernetes on this machine: made, stopped, resumed, mended and removed by name. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { withLock } from '../bootstrap/lock.mjs';
import { processIdentity } from '../bootstrap/process-identity.mjs';
import type { Binaries } from './binaries.ts';
import { ensureBinaries } from './binaries.ts';
import type { ComponentName } from './components.ts';
import {
  componentNames,
  forgetDeadComponents,
  killComponentsNow,
  runningComponents,
  stopComponents,
} from './components.ts';
import { egressSelector, withEgress } from './egress.ts';
import { createCluster, scaleNodes, startCluster } from './kwokctl.ts';
import type { ClusterPaths } from './paths.ts';
import { checkClusterName, clusterPaths, stateFolder, thisPlace } from './paths.ts';
import { movePorts, pickPorts, replacePorts } from './ports.ts';
import type { ClusterRecord } from './record.ts';
import { readRecord, replaceFile, serverUrl, writeKubeconfig, writeRecord } from './record.ts';
import { stagesDigest, withStages } from './stages.ts';
import type { LocalExec, PortForward } from './kwokctl.ts';
import type { NodePace } from './stages.ts';

const NODES = 3;

export interface UpOptions {
  readonly name: string;
  /** Write an audit log (a new cluster only). */
  readonly audit?: boolean;
  /** Belongs to this process: removed by a later launcher if this process dies without removing it. */
  readonly throwaway?: boolean;
  /** How nodes tell that they live (a new cluster only). */
  readonly nodePace?: NodePace;
  /** Where `kubectl port-forward` leads (a new cluster only). */
  readonly portForwards?: readonly PortForward[];
  readonly execs?: readonly LocalExec[];
}

export interface Cluster {
  readonly name: string;
  readonly kubeconfig: string;
  readonly server: string;
  /** Where the API server writes its audit log; undefined when it keeps none. */
  readonly auditLog: string | undefined;
  readonly folder: string;
  readonly etcdUrl: string;
  /** How its API server goes to its network: through a socket where somebody may open a door, to kubelets at a port. */
  readonly door: { readonly socket: string; readonly kubeletPort: number };
  /** Where what its pods write is kept. */
  readonly volumes: string;
}

export type ClusterState =
  | { readonly state: 'absent' }
  | {
      readonly state: 'running' | 'stopped' | 'broken';
      readonly cluster: Cluster;
      readonly missing: readonly ComponentName[];
    };

/** Makes the cluster, or resumes it, or starts what of it has died. Data is kept. */
export async function upCluster(options: UpOptions): Promise<Cluster & { readonly created: boolean }> {
  const name = checkClusterName(options.name);
  const binaries = await ensureBinaries();
  return locked(name, async () => {
    const paths = pathsOf(name);
    const record = readRecord(paths);
    if (record !== undefined) return { ...(await resume(binaries, name, record)), created: false };
    await remove(paths);
    return { ...(await create(binaries, options)), created: true };
  });
}

async function create(binaries: Binaries, options: UpOptions): Promise<Cluster> {
  const { name } = options;
  const paths = pathsOf(name);
  const state = stateRoot();
  mkdirSync(state, { recursive: true });
  // The folders below hold private keys.
  chmodSync(state, 0o700);
  const record: ClusterRecord = {
    ports: await pickPorts(),
    audit: options.audit === true,
    stages: stagesDigest,
    ...(options.throwaway === true
      ? { owner: { pid: process.pid, identity: processIdentity(process.pid) ?? '' } }
      : {}),
  };
  try {
    await createCluster(binaries, state, name, {
      ports: record.ports,
      audit: record.audit,
      ephemeral: options.throwaway === true,
      ...optional({ nodePace: options.nodePace, portForwards: options.portForwards, execs: options.execs }),
    });
    await scaleNodes(binaries, state, name, NODES);
    writeKubeconfig(paths, name, record.ports);
    writeRecord(paths, record);
  } catch (error) {
    const log = explainFailure(paths);
    await remove(paths);
    throw new Error(`The cluster "${name}" could not be created.${log}`, { cause: error });
  }
  return describe(name, record);
}

async function resume(binaries: Binaries, name: string, record: ClusterRecord): Promise<Cluster> {
  const paths = pathsOf(name);
  const renewed = await renewStages(paths, record);
  const running = runningComponents(paths);
  if (running.size === componentNames.length) return describe(name, renewed);
  forgetDeadComponents(paths);
  if (!running.has('kube-apiserver')) openWay(paths);
  linkBinaries(paths, binaries);
  const current = await freePorts(paths, name, renewed);
  try {
    await startCluster(binaries, stateRoot(), name);
  } catch (error) {
    throw new Error(
      `The cluster "${name}" could not be resumed; "npm run cluster -- down --name ${name}" removes it.` +
        explainFailure(paths),
      { cause: error },
    );
  }
  return describe(name, current);
}

/** A cluster that an older Capstan made gets what nodes and pods do now; KWOK reads that once, at its start. */
async function renewStages(paths: ClusterPaths, record: ClusterRecord): Promise<ClusterRecord> {
  if (record.stages === stagesDigest) return record;
  await stopComponents(paths, ['kwok-controller']);
  replaceFile(paths.settings, withStages(readFileSync(paths.settings, 'utf8')));
  const renewed = { ...record, stages: stagesDigest };
  writeRecord(paths, renewed);
  return renewed;
}

/** A cluster that an older Capstan made has no way yet for its API server to processes of this machine. */
function openWay(paths: ClusterPaths): void {
  replaceFile(paths.egress, egressSelector(paths.door));
  replaceFile(paths.settings, withEgress(readFileSync(paths.settings, 'utf8'), paths.egress));
}

/** The cluster's programs are links; they are set anew because the cache may have been emptied or rebuilt. */
function linkBinaries(paths: ClusterPaths, binaries: Binaries): void {
  for (const name of componentNames) {
    const link = join(paths.binaries, name);
    rmSync(link, { force: true });
    symlinkSync(binaries[name === 'kwok-controller' ? 'kwok' : name], link);
  }
}

/** Ports stay as they are unless, with everything stopped, something else holds one of them. */
async function freePorts(paths: ClusterPaths, name: string, record: ClusterRecord): Promise<ClusterRecord> {
  if (runningComponents(paths).size > 0) return record;
  const { ports, moved } = await movePorts(record.ports);
  if (moved.size === 0) return record;
  for (const file of [paths.settings, paths.innerKubeconfig]) {
    replaceFile(file, replacePorts(readFileSync(file, 'utf8'), moved));
  }
  const current = { ...record, ports };
  writeKubeconfig(paths, name, ports);
  writeRecord(paths, current);
  return current;
}

/** Stops the processes and keeps the data. */
export async function stopCluster(name: string): Promise<void> {
  await locked(checkClusterName(name), () => stopComponents(pathsOf(name)));
}

/** Stops the processes and removes every file. Resolves to false when there was no such cluster. */
export async function downCluster(name: string): Promise<boolean> {
  const paths = pathsOf(checkClusterName(name));
  const existed = existsSync(paths.folder);
  if (existed) await locked(name, () => remove(paths));
  await forgetKilledLauncher(name);
  removeIfEmpty(dirname(paths.folder), stateRoot());
  return existed;
}

/** The lock that a launcher holds while local mode runs on this cluster. */
export function launcherLock(name: string): string {
  return join(stateRoot(), `${name}.start.lock`);
}

/** A launcher that was killed leaves its lock; taking it and letting go removes it. One that runs keeps it. */
async function forgetKilledLauncher(name: string): Promise<void> {
  const lock = launcherLock(name);
  if (!existsSync(lock)) return;
  const held = (pid: number): never => {
    throw new Error(`held by ${String(pid)}`);
  };
  await withLock(lock, held, () => Promise.resolve()).catch(() => undefined);
}

async function remove(paths: ClusterPaths): Promise<void> {
  await stopComponents(paths);
  rmSync(paths.folder, { recursive: true, force: true, maxRetries: 5 });
}

/** For a process that is just ending: nothing asynchronous happens any more, and nobody's locks are waited for. */
export function removeClusterNow(name: string): void {
  const paths = pathsOf(name);
  if (!existsSync(paths.folder)) return;
  killComponentsNow(paths);
  rmSync(paths.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  rmSync(lockFile(name), { force: true });
  removeIfEmpty(dirname(paths.folder), stateRoot());
}

function removeIfEmpty(...folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // Other clusters live there.
    }
  }
}

export function clusterState(name: string): ClusterState {
  const paths = pathsOf(checkClusterName(name));
  const record = readRecord(paths);
  if (record === undefined) return { state: 'absent' };
  const running = runningComponents(paths);
  const missing = componentNames.filter((component) => !running.has(component));
  const state = missing.length === 0 ? 'running' : running.size === 0 ? 'stopped' : 'broken';
  return { state, cluster: describe(name, record), missing };
}

/** The names of all clusters of this user. */
export function listClusters(): string[] {
  return listFolders().filter((name) => readRecord(pathsOf(name)) !== undefined);
}

/** Also those that are only half made. */
export function listFolders(): string[] {
  const folder = join(stateRoot(), 'clusters');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Kills one component at once, as a crash would. */
export async function killComponent(name: string, component: ComponentName): Promise<void> {
  const paths = pathsOf(name);
  signalComponent(name, component, 'SIGKILL');
  await stopComponents(paths, [component]);
}

/** Sends a signal to the processes of one component; none where it does not run. */
export function signalComponent(name: string, component: ComponentName, signal: NodeJS.Signals): void {
  for (const pid of runningComponents(pathsOf(name)).get(component) ?? []) process.kill(pid, signal);
}

function describe(name: string, record: ClusterRecord): Cluster {
  const paths = pathsOf(name);
  return {
    name,
    kubeconfig: paths.kubeconfig,
    server: serverUrl(record.ports),
    auditLog: record.audit ? paths.auditLog : undefined,
    folder: paths.folder,
    etcdUrl: `http://127.0.0.1:${String(record.ports.etcdPort)}`,
    door: { socket: paths.door, kubeletPort: record.ports.kwokControllerPort },
    volumes: paths.volumes,
  };
}

/** The last lines of the logs that say why a control plane does not come up. */
function explainFailure(paths: ClusterPaths): string {
  const tails = (['etcd', 'kube-apiserver'] as const).flatMap((component) => {
    const file = join(paths.logs, `${component}.log`);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5);
    return [`last lines of ${component}:`, ...lines.map((line) => `  ${line}`)];
  });
  return tails.length === 0 ? '' : `\n${tails.join('\n')}`;
}

/** Where the files of a cluster lie, whether it is there or not. */
export function pathsOf(name: string): ClusterPaths {
  return clusterPaths(stateRoot(), name);
}

function lockFile(name: string): string {
  return join(stateRoot(), `${name}.lock`);
}

function stateRoot(): string {
  return stateFolder(thisPlace());
}

function locked<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withLock(
    lockFile(name),
    (pid) =>
      process.stderr.write(
        `  another process (${String(pid)}) is working on the cluster "${name}"; waiting for it\n`,
      ),
    work,
  );
}
