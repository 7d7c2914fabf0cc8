/** The calls of kwokctl that we make. It never gets to see the user's own kubeconfig or KWOK folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EGRESS_FLAG, egressSelector } from './egress.ts';
import { clusterPaths } from './paths.ts';
import type { Ports } from './ports.ts';
import { run } from './run.ts';
import { stageDocuments, stagesAt, USUAL_PACE } from './stages.ts';
import type { NodePace } from './stages.ts';

export interface CreateOptions {
  readonly ports: Ports;
  readonly audit: boolean;
  /** Skips fsync: quicker, and fit for data that nobody needs after a power cut. */
  readonly ephemeral: boolean;
  /** The usual one when absent. */
  readonly nodePace?: NodePace;
  readonly portForwards?: readonly PortForward[];
  readonly execs?: readonly LocalExec[];
}

/** For tests alone: commands for a container of the pods of a namespace run on this machine, with the rights of KWOK. */
export interface LocalExec {
  readonly namespace: string;
  readonly container: string;
}

/** Pods of KWOK run nothing: where `kubectl port-forward` to those of a namespace leads instead. */
export interface PortForward {
  readonly namespace: string;
  /** What people ask for, and the port of this machine's loopback that answers. */
  readonly port: number;
  readonly target: number;
}

/** Every request once it is answered (a watch when it starts too), without bodies: enough to count requests. */
const AUDIT_POLICY = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: Metadata
`;

/**
 * Limits of requests to the API server: the default of 20 a second is made for clusters of thousands of nodes. No
 * election: there is one of each, and after a restart it would wait half a minute for its own old Lease to expire.
 */
const QUICK = { 'kube-api-qps': '500', 'kube-api-burst': '1000', 'leader-elect': 'false' };

/**
 * kwokctl's configuration. Everything listens on loopback only: etcd has no authentication at all. The advertised
 * address is one that nobody has (RFC 5737), because Kubernetes refuses loopback there and no container will ever ask
 * for it. The flag --extra-args is not used: kwokctl 0.8.0 panics when two arguments go to one component.
 */
function configuration(options: CreateOptions, { pki, egress }: { pki: string; egress: string }): string {
  const pace = options.nodePace ?? USUAL_PACE;
  const [forwards, execs] = [options.portForwards ?? [], options.execs ?? []];
  const audit = options.audit ? { 'audit-log-maxsize': '200', 'audit-log-maxbackup': '1' } : {};
  const extra: Record<string, Record<string, string>> = {
    'kube-apiserver': {
      'advertise-address': '192.0.2.1',
      // By default KWOK's pods have addresses of the same network, so that one address would mean two things.
      'service-cluster-ip-range': '10.96.0.0/16',
      [EGRESS_FLAG]: egress,
      ...frontProxy(pki),
      ...audit,
    },
    'kube-controller-manager': QUICK,
    'kube-scheduler': QUICK,
    // Without Leases for its nodes, a restarted KWOK has no old ones of its own to wait for.
    'kwok-controller': { 'node-lease-duration-seconds': '0' },
    ...(options.ephemeral ? { etcd: { 'unsafe-no-fsync': 'true' } } : {}),
  };
  return `${JSON.stringify({
    apiVersion: 'config.kwok.x-k8s.io/v1alpha1',
    kind: 'KwokctlConfiguration',
    options: {
      bindAddress: '127.0.0.1',
      ...options.ports,
      // As they stand: kwokctl would multiply them by five.
      heartbeatFactor: 1,
      kubeControllerManagerNodeMonitorGracePeriodMilliseconds: pace.graceMs,
      kubeControllerManagerNodeMonitorPeriodMilliseconds: pace.periodMs,
    },
    componentsPatches: Object.entries(extra).map(([name, args]) => ({
      name,
      extraArgs: Object.entries(args).map(([key, value]) => ({ key, value })),
    })),
  })}\n${stageDocuments(stagesAt(pace))}${forwards.map(forwardDocument).join('')}${execs.map(execDocument).join('')}`;
}

/** KWOK's own configuration, read at its start: nothing in the cluster can change it. */
function forwardDocument({ namespace, port, target }: PortForward): string {
  return `---\n${JSON.stringify({
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'ClusterPortForward',
    metadata: { name: `${namespace}-${String(port)}` },
    spec: {
      selector: { matchNamespaces: [namespace] },
      forwards: [{ ports: [port], target: { address: '127.0.0.1', port: target } }],
    },
  })}\n`;
}

function execDocument({ namespace, container }: LocalExec): string {
  return `---\n${JSON.stringify({
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'ClusterExec',
    metadata: { name: `${namespace}-${container}` },
    spec: {
      selector: { matchNamespaces: [namespace] },
      execs: [{ containers: [container], local: {} }],
    },
  })}\n`;
}

/**
 * How the API server names its users to aggregated APIs: in headers, vouched for by the certificate that kwokctl gives it
 * to connect with.
 */
function frontProxy(pki: string): Record<string, string> {
  return {
    'requestheader-client-ca-file': join(pki, 'ca.crt'),
    'requestheader-allowed-names': 'kwok-admin',
    'requestheader-username-headers': 'X-Remote-User',
    'requestheader-group-headers': 'X-Remote-Group',
    'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
  };
}

export async function createCluster(
  binaries: Binaries,
  state: string,
  name: string,
  options: CreateOptions,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'capstan-'));
  const { folder, pki, door, egress } = clusterPaths(state, name);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(egress, egressSelector(door));
    const config = join(scratch, 'kwokctl.yaml');
    const policy = join(scratch, 'audit.yaml');
    writeFileSync(config, configuration(options, { pki, egress }));
    writeFileSync(policy, AUDIT_POLICY);
    await kwokctl(binaries, state, name, [
      ...['--config', config, 'create', 'cluster', '--runtime', 'binary', '--wait', '60s'],
      // kwokctl adds the new cluster to this file; without the flag that would be the user's own.
      ...['--kubeconfig', join(scratch, 'kubeconfig')],
      ...['--etcd-binary', binaries.etcd, '--kube-apiserver-binary', binaries['kube-apiserver']],
      ...['--kube-controller-manager-binary', binaries['kube-controller-manager']],
      ...['--kube-scheduler-binary', binaries['kube-scheduler'], '--kwok-controller-binary', binaries.kwok],
      ...(options.audit ? ['--kube-audit-policy', policy] : []),
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Starts whatever of the cluster does not run, and waits until the API server says it is healthy. */
export async function startCluster(binaries: Binaries, state: string, name: string): Promise<void> {
  await kwokctl(binaries, state, name, ['start', 'cluster', '--wait', '60s']);
}

export async function scaleNodes(
  binaries: Binaries,
  state: string,
  name: string,
  count: number,
): Promise<void> {
  await kwokctl(binaries, state, name, ['scale', 'node', '--replicas', String(count)]);
}

async function kwokctl(
  binaries: Binaries,
  state: string,
  name: string,
  args: readonly string[],
): Promise<void> {
  await run(binaries.kwokctl, ['--name', name, ...args], {
    env: {
      ...process.env,
      KWOK_WORKDIR: state,
      // kwokctl asks kubectl about health and takes the first on PATH, whatever its version.
      PATH: [dirname(binaries.kubectl), process.env['PATH'] ?? ''].join(delimiter),
    },
  });
}
