/** Controllers as pods of the chart behind one of its Services: what nodes and kube-proxy do in a cluster. */
import { at, items } from '../../../lib/base/loose.ts';
import type { KubeObject } from '../../../lib/k8s/object.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { manifest } from '../../deploy/manifest.ts';
import { followAddresses } from '../../door/addresses.ts';
import { openDoor } from '../../door/door.ts';
import { findWay } from '../../door/way.ts';
import type { TestCluster } from '../cluster.ts';
import { CONTROLLER } from './account.ts';

/** A Service of a file of `deploy`. */
export function serviceOf(file: string, name: string): KubeObject {
  return one(file, 'Service', name);
}

function one(file: string, kind: string, name: string): KubeObject {
  const found = manifest(file).find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`${file} has no ${kind} ${name}`);
  return found;
}

export interface ReplicaOptions {
  /** With whose values the pods are made. */
  file: string;
  /** Of the pods' port that leads here. */
  portName: string;
  /** Where the replicas that are ready answer for it, on this machine; asked anew for each connection. */
  localPorts: () => readonly number[];
}

/** Connections of the API server go to each replica in turn, until it is disposed of. */
export async function leadToReplicas(
  cluster: Pick<TestCluster, 'door'>,
  client: Pick<KubeClient, 'list' | 'watch'>,
  { file, portName, localPorts }: ReplicaOptions,
): Promise<AsyncDisposable> {
  const deployment = one(file, 'Deployment', CONTROLLER);
  const template = at(deployment, 'spec', 'template');
  const labels = at(template, 'metadata', 'labels') as Record<string, string>;
  const declared = items(at(items(at(template, 'spec', 'containers'))[0], 'ports'));
  const containerPort = at(
    declared.find((port) => at(port, 'name') === portName),
    'containerPort',
  ) as number;
  const { namespace = '' } = deployment.metadata;
  const addresses = followAddresses(client);
  await addresses.synced;
  let turn = 0;
  const door = await openDoor({
    socket: cluster.door.socket,
    wayTo: (authority) => {
      turn += 1;
      const all = localPorts();
      const first = turn % Math.max(all.length, 1);
      const processes = [...all.slice(first), ...all.slice(0, first)].map((localPort) => ({
        ...{ namespace, workload: CONTROLLER, labels },
        ports: [{ name: portName, containerPort, localPort }],
      }));
      return findWay(authority, { ...addresses.now(), processes, kubeletPort: 0 });
    },
  });
  return {
    [Symbol.asyncDispose]: async () => {
      addresses.stop();
      await door.close();
    },
  };
}
