/** What a member of an EtcdCluster is made of: a pod, and a Service that gives it an address for life. Pure. */
import { createHash } from 'node:crypto';
import { at, items, optional } from '#lib/base/loose.ts';
import type { KubeObject, ObjectMeta } from '#lib/k8s/object.ts';
import { RUN_ANNOTATION } from '#lib/olm/api/labels.ts';
import { controlledBy } from '../kit/owned.ts';
import { epochOf, etcdClusters, isSimulated } from './kinds.ts';
import type { EtcdCluster, EtcdClusterSpec } from './kinds.ts';

export const CLIENT_PORT = 2379;
const PEER_PORT = 2380;
export const EPOCH_LABEL = 'etcd_epoch';
const DATA = '/var/etcd';

// The number behind it, and names of Services are host names, which have 63 characters.
const LONGEST_NAME = 50;

/** `NAME-0`, `NAME-1` and so on: of its pod and its Service. */
export function memberName(cluster: string, index: number): string {
  return `${baseOf(cluster)}-${String(index)}`;
}

/** The Service that clients ask. */
export function clientServiceName(cluster: string): string {
  return `${baseOf(cluster)}-client`;
}

function baseOf(name: string): string {
  const plain = name.replaceAll('.', '-');
  if (plain === name && name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${plain.slice(0, LONGEST_NAME - 9).replace(/-+$/, '')}-${hash}`;
}

/** The number of a member's pod or Service; undefined for a name of something else. */
export function memberIndex(cluster: string, name: string): number | undefined {
  const prefix = `${baseOf(cluster)}-`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^(?:0|[1-9]\d{0,3})$/.test(rest) ? Number(rest) : undefined;
}

export function imageOf({ repository, version }: EtcdClusterSpec): string {
  return `${repository}:v${version}`;
}

/** The image of the one container that a member has. */
export function podImage(pod: KubeObject): unknown {
  return at(items(at(pod, 'spec', 'containers'))[0], 'image');
}

/** The image that runs, as far as its kubelet has told. */
export function runningImage(pod: KubeObject): unknown {
  return at(items(at(pod, 'status', 'containerStatuses'))[0], 'image');
}

function labelsOf({ metadata }: EtcdCluster): Record<string, string> {
  return { app: 'etcd', etcd_cluster: baseOf(metadata.name) };
}

function metadataFor(cluster: EtcdCluster, name: string, labels: Record<string, string> = {}): ObjectMeta {
  return {
    name,
    ...optional({ namespace: cluster.metadata.namespace }),
    labels: { ...labelsOf(cluster), ...labels },
    ownerReferences: [controlledBy(etcdClusters, cluster)],
  };
}

/** Its address stays, whichever pod is behind it, and leads to it before it is ready: members meet to become ready. */
export function memberService(cluster: EtcdCluster, index: number): KubeObject {
  const name = memberName(cluster.metadata.name, index);
  return serviceFor(metadataFor(cluster, name, { etcd_node: name }), {
    publishNotReadyAddresses: true,
    selector: { ...labelsOf(cluster), etcd_node: name },
    ports: [
      { name: 'client', port: CLIENT_PORT, targetPort: CLIENT_PORT },
      { name: 'peer', port: PEER_PORT, targetPort: PEER_PORT },
    ],
  });
}

/** Leads to members whose data is the one that the cluster is to have, and to none while that is being restored. */
export function clientService(cluster: EtcdCluster, epoch: string): KubeObject {
  return serviceFor(metadataFor(cluster, clientServiceName(cluster.metadata.name)), {
    selector: { ...labelsOf(cluster), [EPOCH_LABEL]: epoch },
    ports: [{ name: 'client', port: CLIENT_PORT, targetPort: CLIENT_PORT }],
  });
}

function serviceFor(metadata: ObjectMeta, spec: object): KubeObject {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** Where members reach a member whose Service has this address. */
export function peerUrl(address: string): string {
  return `http://${address}:${String(PEER_PORT)}`;
}

export function addressOf(service: KubeObject | undefined): string | undefined {
  const address = at(service, 'spec', 'clusterIP');
  return typeof address === 'string' && address !== '' && address !== 'None' ? address : undefined;
}

export interface Birth {
  readonly index: number;
  /** By member: the addresses of all that it is to know of, itself included. */
  readonly peers: ReadonlyMap<string, string>;
  /** `new`: the cluster begins with these peers; `existing`: it joins. */
  readonly state: 'new' | 'existing';
}

/** The pod of a member, as it is to be made. */
export function memberPod(cluster: EtcdCluster, spec: EtcdClusterSpec, birth: Birth): KubeObject {
  const name = memberName(cluster.metadata.name, birth.index);
  const epoch = epochOf(cluster);
  const simulated = isSimulated(cluster);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadataFor(cluster, name, { etcd_node: name, [EPOCH_LABEL]: epoch }),
      ...(!simulated && { annotations: { [RUN_ANNOTATION]: 'etcd' } }),
    },
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 5,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      affinity: apart(labelsOf(cluster)),
      // A node that does not answer keeps its members for no five minutes.
      tolerations: ['not-ready', 'unreachable'].map((what) => ({
        ...{
          key: `node.kubernetes.io/${what}`,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 20,
        },
      })),
      containers: [container(cluster, imageOf(spec), { name, epoch, birth, simulated })],
      volumes: [{ name: 'data', emptyDir: {} }],
    },
  };
}

/** Where there are enough nodes no two members share one. */
function apart(matchLabels: Record<string, string>): object {
  const podAffinityTerm = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels } };
  return {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }] },
  };
}

interface Inside {
  readonly name: string;
  readonly epoch: string;
  readonly birth: Birth;
  readonly simulated: boolean;
}

function container(cluster: EtcdCluster, image: string, { name, epoch, birth, simulated }: Inside): object {
  const address = birth.peers.get(name) ?? '';
  const settings = {
    ETCD_NAME: name,
    ETCD_INITIAL_CLUSTER: [...birth.peers].map(([peer, where]) => `${peer}=${peerUrl(where)}`).join(','),
    ETCD_INITIAL_CLUSTER_STATE: birth.state,
    ETCD_INITIAL_CLUSTER_TOKEN: `${cluster.metadata.uid}-${epoch}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peerUrl(address),
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:${String(CLIENT_PORT)}`,
    ETCD_LISTEN_PEER_URLS: `http://0.0.0.0:${String(PEER_PORT)}`,
    ETCD_LISTEN_CLIENT_URLS: `http://0.0.0.0:${String(CLIENT_PORT)}`,
    ETCD_DATA_DIR: `${DATA}/data`,
  };
  return {
    name: 'etcd',
    image,
    ...(!simulated && {
      env: Object.entries(settings).map(([variable, value]) => ({ name: variable, value })),
    }),
    ports: [
      { name: 'client', containerPort: CLIENT_PORT },
      { name: 'peer', containerPort: PEER_PORT },
    ],
    resources: { requests: { cpu: '50m', memory: '64Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'data', mountPath: DATA }],
  };
}

/** The members that a pod was told to begin the cluster with; undefined for one that joined. */
export function firstPeers(pod: KubeObject): string[] | undefined {
  const env = items(at(items(at(pod, 'spec', 'containers'))[0], 'env'));
  const value = (name: string): string => {
    const found = at(
      env.find((one) => at(one, 'name') === name),
      'value',
    );
    return typeof found === 'string' ? found : '';
  };
  if (value('ETCD_INITIAL_CLUSTER_STATE') !== 'new') return undefined;
  return value('ETCD_INITIAL_CLUSTER')
    .split(',')
    .map((peer) => peer.split('=', 1)[0] ?? '');
}
