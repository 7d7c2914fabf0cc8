/** Which process of this machine stands behind an address of the cluster's network. Pure. */
import { matchesSelector } from '#lib/k8s/label-selector.ts';

/** A process of the runner, and where it answers for the ports that its pod declares. */
export interface LocalProcess {
  readonly namespace: string;
  /** The name of a Deployment, or `podWorkload` of a pod that belongs to none. */
  readonly workload: string;
  /** Of the pod template: what selectors of Services are about. */
  readonly labels: Readonly<Record<string, string>>;
  readonly ports: readonly LocalPort[];
}

export interface LocalPort {
  readonly name?: string;
  readonly containerPort: number;
  /** Of this machine's loopback. */
  readonly localPort: number;
}

/** A Service, as far as the way through it goes. */
export interface DoorService {
  readonly namespace: string;
  readonly name: string;
  readonly clusterIPs: readonly string[];
  readonly selector: Readonly<Record<string, string>>;
  readonly ports: readonly { readonly port: number; readonly targetPort: number | string }[];
}

/** A pod, and whose process stands for it. */
export interface DoorPod {
  readonly namespace: string;
  readonly name: string;
  readonly ips: readonly string[];
  /** As of the process that stands for it. */
  readonly workload: string;
}

export interface DoorNode {
  readonly addresses: readonly string[];
}

/** All that the door knows. */
export interface Surroundings {
  readonly processes: readonly LocalProcess[];
  readonly services: readonly DoorService[];
  readonly pods: readonly DoorPod[];
  readonly nodes: readonly DoorNode[];
  /** All nodes have their kubelet there. */
  readonly kubeletPort: number;
}

export type Way =
  /** The port of this machine's loopback that the connection leads to. */
  | { readonly kind: 'open'; readonly localPort: number }
  /** To the kubelet of some node. */
  | { readonly kind: 'kubelet' }
  /** The reason is for people: the API server repeats it to whoever asked. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What a pod that belongs to no Deployment is called among workloads: no Deployment can have this name. */
export function podWorkload(name: string): string {
  return `${OF_POD}${name}`;
}

/** The pod that `podWorkload` has called so; undefined for the name of a Deployment. */
export function podName(workload: string): string | undefined {
  return workload.startsWith(OF_POD) ? workload.slice(OF_POD.length) : undefined;
}

const OF_POD = 'pod/';

/** Where a connection to `authority` (`host:port`, as CONNECT names it) leads. */
export function findWay(authority: string, surroundings: Surroundings): Way {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined) return refused(`"${authority}" is not an address of the form host:port`);
  const service = surroundings.services.find(({ clusterIPs }) => clusterIPs.includes(host));
  if (service !== undefined) return throughService(service, port, surroundings);
  const pod = surroundings.pods.find(({ ips }) => ips.includes(host));
  if (pod !== undefined) return toPod(pod, port, surroundings);
  const { nodes, kubeletPort } = surroundings;
  if (port === kubeletPort && nodes.some(({ addresses }) => addresses.includes(host)))
    return { kind: 'kubelet' };
  return refused(`${authority} is no Service, pod or kubelet of this cluster`);
}

function throughService(service: DoorService, port: number, { processes }: Surroundings): Way {
  const about = `Service ${service.namespace}/${service.name}`;
  const target = service.ports.find((candidate) => candidate.port === port)?.targetPort;
  if (target === undefined) return refused(`${about} has no port ${String(port)}`);
  // No selector selects nothing here, as in Kubernetes: endpoints would be somebody's own work.
  if (Object.keys(service.selector).length === 0) return refused(`${about} has no selector`);
  const behind = processes.filter(
    ({ namespace, labels }) =>
      namespace === service.namespace && matchesSelector({ matchLabels: service.selector }, labels),
  );
  if (behind.length === 0) return refused(`no process of this machine stands behind ${about}`);
  const localPort = behind.map((process) => answering(process, target)).find((found) => found !== undefined);
  if (localPort !== undefined) return { kind: 'open', localPort };
  const names = behind.map(({ workload }) => workload).join(', ');
  return refused(`${about} asks for port ${String(target)}, which the pods of ${names} do not declare`);
}

function toPod({ namespace, name, workload }: DoorPod, port: number, { processes }: Surroundings): Way {
  const about = `pod ${namespace}/${name}`;
  const process = processes.find(
    (candidate) => candidate.namespace === namespace && candidate.workload === workload,
  );
  if (process === undefined) return refused(`no process of this machine stands behind ${about}`);
  const localPort = answering(process, port);
  if (localPort === undefined) return refused(`${about} does not declare port ${String(port)}`);
  return { kind: 'open', localPort };
}

function answering({ ports }: LocalProcess, target: number | string): number | undefined {
  return ports.find(({ name, containerPort }) => target === containerPort || target === name)?.localPort;
}

function refused(reason: string): Way {
  return { kind: 'refused', reason };
}
