/** The door to the processes of the runner: who stands behind which address, and what their pods' kubelet says. */
import { refKey } from '#lib/k8s/object.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { followAddresses } from '../door/addresses.ts';
import type { Addresses } from '../door/addresses.ts';
import { openDoor } from '../door/door.ts';
import type { DoorOptions } from '../door/door.ts';
import { openEgress } from '../door/egress.ts';
import { createKubelet } from '../door/kubelet.ts';
import type { KubeletPod } from '../door/kubelet.ts';
import { findWay } from '../door/way.ts';
import type { LocalProcess } from '../door/way.ts';
import type { Supervised } from './supervise.ts';

export interface DoorPlace {
  /** Where the cluster's API server looks for it. */
  readonly socket: string;
  /** Of the one process that plays all kubelets: what nodes say of themselves is not believed. */
  readonly kubeletPort: number;
}

export interface DoorwayOptions {
  readonly client: Pick<KubeClient, 'list' | 'watch'>;
  readonly config: ClusterConfig;
  /** By `namespace/workload`, as they are at any time. */
  readonly processes: ReadonlyMap<string, Supervised>;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
  /** Nowhere when absent. */
  readonly place: DoorPlace | undefined;
}

/** Both ways: in to the processes, and from one process to another. */
export interface RunnerDoor {
  /** For the environment of processes that may reach others. */
  readonly proxy: string;
  close(): Promise<void>;
}

/** Resolves when it is open; to undefined, after a word about it, when it cannot be: processes run all the same. */
export async function openRunnerDoor(options: DoorwayOptions): Promise<RunnerDoor | undefined> {
  const { client, place, log } = options;
  if (place === undefined) return undefined;
  const known = followAddresses(client);
  await known.synced;
  const to = leading(options, place, () => known.now());
  await using begun = new AsyncDisposableStack();
  begun.defer(() => known.stop());
  try {
    begun.adopt(await openDoor({ socket: place.socket, ...to }), (one) => one.close());
    const egress = begun.adopt(await openEgress(to.wayTo), (one) => one.close());
    const all = begun.move();
    return { proxy: egress.url, close: () => all.disposeAsync() };
  } catch (error) {
    log('no door', { socket: place.socket, error: String(error) });
    return undefined;
  }
}

type Leading = Pick<DoorOptions, 'wayTo' | 'kubelet'>;

function leading({ config, processes }: DoorwayOptions, place: DoorPlace, now: () => Addresses): Leading {
  const { kubeletPort } = place;
  const running = (): LocalProcess[] =>
    [...processes.values()].map((one) => ({ ...one.job, ports: one.now().ports }));
  const podAt = (namespace: string, name: string): KubeletPod | undefined => {
    const pod = now().pods.find((one) => one.namespace === namespace && one.name === name);
    const process = pod === undefined ? undefined : processes.get(refKey({ namespace, name: pod.workload }));
    return process === undefined ? undefined : { ...process.now(), container: process.job.container };
  };
  const certificate = config.clientCertificate;
  // KWOK makes one certificate for all of a cluster, its administrator included.
  const kubelet = certificate && createKubelet({ certificate, kwokPort: kubeletPort, podAt });
  return {
    wayTo: (authority) => findWay(authority, { ...now(), processes: running(), kubeletPort }),
    ...(kubelet && {
      kubelet: (connection) => {
        kubelet.take(connection);
      },
    }),
  };
}
