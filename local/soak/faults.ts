/** How each thing goes wrong, and how it is over. That it heals is everybody else's business. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { componentNames } from '../cluster/components.ts';
import { eventually } from '../testing/eventually.ts';
import type { Lab } from './lab.ts';
import type { FaultName, PlannedFault } from './plan.ts';

const HOUR_MS = 3_600_000;

type Cause = (lab: Lab, lastsMs: number) => Promise<void>;

/** Each resolves when it is over. */
const causes: Readonly<Record<FaultName, Cause>> = {
  'the API server is killed': ({ cluster }) => cluster.kill('kube-apiserver'),
  'etcd stands still': async ({ cluster }, lastsMs) => {
    cluster.freeze('etcd');
    await delay(lastsMs);
    cluster.thaw('etcd');
  },
  'everything stands still': async (lab, lastsMs) => {
    const { cluster } = lab;
    const processes = lab.processes();
    for (const { pid } of processes) process.kill(pid, 'SIGSTOP');
    for (const component of componentNames) cluster.freeze(component);
    await delay(lastsMs);
    for (const component of componentNames) cluster.thaw(component);
    for (const { pid } of processes) process.kill(pid, 'SIGCONT');
  },
  'the clock goes back an hour': (lab, lastsMs) => shift(lab, -HOUR_MS, lastsMs),
  'the clock goes forth an hour': (lab, lastsMs) => shift(lab, HOUR_MS, lastsMs),
  'the credentials are rotated': ({ credentials }) => credentials.rotate(),
  // Its objects are the controller's own: nobody's wishes go with them.
  'one of our definitions is deleted': ({ kube }) =>
    remove(kube, resources.customResourceDefinitions, 'operatorconditions.operators.coreos.com'),
  'our namespace is deleted': ({ kube }) => remove(kube, resources.namespaces, 'capstan-system'),
};

/** Resolves when it is gone with all that is in it, or another one has its name. */
async function remove(kube: KubeClient, resource: Resource, name: string): Promise<void> {
  const { uid } = (await kube.get(resource, { name })).metadata;
  await kube.delete(resource, { name });
  await eventually(
    async () => {
      const { items } = await kube.list(resource, { fieldSelector: `metadata.name=${name}` });
      if (items.some(({ metadata }) => metadata.uid === uid)) throw new Error(`${name} is still there`);
    },
    { timeoutMs: 300_000 },
  );
}

async function shift(lab: Lab, ms: number, lastsMs: number): Promise<void> {
  lab.shiftClock(ms);
  await delay(lastsMs);
  lab.shiftClock(0);
}

export function cause(lab: Lab, { name, lastsMs }: PlannedFault): Promise<void> {
  return causes[name](lab, lastsMs);
}
