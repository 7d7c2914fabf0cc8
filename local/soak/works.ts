/** Whether those who should act do: what looks well may just be what is left of better times. */
import { resources } from '#lib/k8s/resources.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { at } from '../testing/installs.ts';
import { aTicket, NAMESPACE } from './lab.ts';
import type { Lab } from './lab.ts';
import { flightTickets as tickets } from '../testing/flight-ticket.ts';

/** Where groups are made for the controller to answer, and for nobody else. */
const PROBES = 'probes';

/** The parts that do not act, of those that are asked to do something new under this name. Asking again is harmless. */
export async function idleParts({ kube }: Lab, name: string): Promise<string[]> {
  const answers = await Promise.all([
    isAnswered(kube, tickets, aTicket(name), 'status.phase').then((acts) =>
      acts ? [] : ['the operator does not book'],
    ),
    isAnswered(kube, resources.operatorGroups, aGroup(name), 'status.lastUpdated').then((acts) =>
      acts ? [] : ['the controller does not act'],
    ),
  ]);
  return answers.flat();
}

export async function prepareProbes({ kube }: Lab): Promise<void> {
  await kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: PROBES },
  });
}

/** Takes away what was asked for, so that nothing grows by it. */
export async function removeProbe({ kube }: Lab, name: string): Promise<void> {
  await kube.delete(tickets, { namespace: NAMESPACE, name });
  await kube.delete(resources.operatorGroups, { namespace: PROBES, name });
}

function aGroup(name: string): KubeObject {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name, namespace: PROBES },
    spec: { targetNamespaces: [PROBES] },
  };
}

async function isAnswered(
  kube: KubeClient,
  resource: Resource,
  object: KubeObject,
  field: string,
): Promise<boolean> {
  try {
    await kube.create(resource, object).catch((error: unknown) => {
      if (!isKubeError(error, 'alreadyExists')) throw error;
    });
    const { name, namespace = '' } = object.metadata;
    return at(await kube.get(resource, { name, namespace }), field) !== undefined;
  } catch {
    return false;
  }
}
