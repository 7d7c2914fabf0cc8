/** Clusters for tests: real, throwaway, and gone afterwards whatever happens. */
import { randomBytes } from 'node:crypto';
import { delimiter, dirname } from 'node:path';
import { ensureBinaries } from '../cluster/binaries.ts';
import { removeAbandonedClusters } from '../cluster/abandoned.ts';
import type { Cluster, UpOptions } from '../cluster/cluster.ts';
import {
  downCluster,
  killComponent,
  removeClusterNow,
  signalComponent,
  upCluster,
} from '../cluster/cluster.ts';
import type { ComponentName } from '../cluster/components.ts';
import { openDoor } from '../door/door.ts';
import type { Way } from '../door/way.ts';
import { endRunning, run } from '../cluster/run.ts';
import { atExit } from './at-exit.ts';

export interface TestCluster extends AsyncDisposable {
  readonly name: string;
  /** For a runner that opens it in the place of ours. */
  readonly door: Cluster['door'];
  /** Path of a kubeconfig with the rights of an administrator. */
  readonly kubeconfig: string;
  readonly server: string;
  /** JSON lines, one per answered request: see `audit.k8s.io/v1` Event. */
  readonly auditLog: string;
  /** Runs the kubectl of exactly this version against the cluster and resolves to what it printed. */
  kubectl(...args: readonly string[]): Promise<string>;
  /** Runs a script in a POSIX shell whose `kubectl` is that one, and resolves to what it printed. */
  shell(script: string): Promise<string>;
  /** Kills a component at once, as a crash would, and resolves when it is gone. */
  kill(component: ComponentName): Promise<void>;
  /** Stops a component in its tracks, or lets it go on: as on a machine that is suspended. */
  freeze(component: ComponentName): void;
  thaw(component: ComponentName): void;
  /** Starts again what does not run and resolves when the API server is healthy. */
  restart(): Promise<void>;
  /** Whether it was started again: an API server that has just begun knows no roles yet, and refuses what everybody may. */
  hasRestarted(): boolean;
  /**
   * Drops all history up to now from etcd. Together with `kill('kube-apiserver')` and `restart()`, whose watch cache
   * starts empty, a watch from an older resourceVersion answers 410.
   */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a cluster of its own for the caller, in 3 to 4 seconds. Most tests share the one of `sharedTestCluster()`
 * instead and keep apart by namespaces; take your own to kill its parts.
 */
export async function startTestCluster(
  options: Pick<UpOptions, 'nodePace' | 'portForwards' | 'execs'> = {},
): Promise<TestCluster> {
  await removeAbandonedClusters();
  const name = `test-${String(process.pid)}-${randomBytes(3).toString('hex')}`;
  mine.add(name);
  atExit(removeMine);
  const cluster = await upCluster({ ...options, name, audit: true, throwaway: true });
  const door = await openDoor({ socket: cluster.door.socket, wayTo: toThisMachine(cluster.door) });
  const own = testCluster(cluster);
  const stop = async (): Promise<void> => {
    await door.close();
    await own.stop();
  };
  return { ...own, stop, [Symbol.asyncDispose]: stop };
}

/** What tests let their API server reach: kubelets, wherever nodes say that they are, and servers of the tests. */
function toThisMachine({ kubeletPort }: Cluster['door']): (authority: string) => Way {
  return (authority) => {
    const [, host = '', digits] = /^(.*):(\d{1,5})$/.exec(authority) ?? [];
    const localPort = Number(digits);
    if (localPort === kubeletPort || ['127.0.0.1', 'localhost'].includes(host))
      return { kind: 'open', localPort };
    return { kind: 'refused', reason: `${authority} is nowhere on this machine` };
  };
}

/** Clusters of this process that are to be removed. */
const mine = new Set<string>();

function removeMine(): void {
  endRunning();
  for (const left of mine) removeClusterNow(left);
}

/** The methods of a test cluster over a running one: also used for the one that a whole test run shares. */
export function testCluster(cluster: Cluster): TestCluster {
  const { name, door, kubeconfig, server, auditLog } = cluster;
  if (auditLog === undefined) throw new Error(`the test cluster ${name} keeps no audit log`);
  let restarted = false;
  const stop = async (): Promise<void> => {
    await downCluster(name);
    mine.delete(name);
  };
  return {
    name,
    door,
    kubeconfig,
    server,
    auditLog,
    async kubectl(...args) {
      const { kubectl } = await ensureBinaries();
      return (await run(kubectl, ['--kubeconfig', kubeconfig, ...args])).stdout;
    },
    async shell(script) {
      const { kubectl } = await ensureBinaries();
      const path = `${dirname(kubectl)}${delimiter}${process.env['PATH'] ?? ''}`;
      const env = { ...process.env, PATH: path, KUBECONFIG: kubeconfig };
      return (await run('/bin/sh', ['-e', '-c', script], { env })).stdout;
    },
    kill: (component) => killComponent(name, component),
    freeze: (component) => {
      signalComponent(name, component, 'SIGSTOP');
    },
    thaw: (component) => {
      signalComponent(name, component, 'SIGCONT');
    },
    async restart() {
      restarted = true;
      await upCluster({ name });
    },
    hasRestarted: () => restarted,
    compact: () => compactEtcd(cluster.etcdUrl),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** By etcd's JSON gateway, which spares us its client. Source: etcd `api/etcdserverpb/rpc.proto`, KV service. */
async function compactEtcd(url: string): Promise<void> {
  const status: unknown = await post(`${url}/v3/kv/range`, { key: 'AA==' });
  const revision = revisionOf(status);
  await post(`${url}/v3/kv/compaction`, { revision, physical: true });
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`etcd answered ${String(response.status)}: ${text}`);
  return JSON.parse(text);
}

function revisionOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'header' in answer) {
    const { header } = answer;
    if (typeof header === 'object' && header !== null && 'revision' in header) return String(header.revision);
  }
  throw new Error(`etcd's answer names no revision: ${JSON.stringify(answer)}`);
}
