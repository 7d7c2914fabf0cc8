import { beforeAll, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Happening } from '#lib/olm/plan/decision.ts';
import { EARLIER } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { eventsWritten, recordEvent } from './events.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
});

function aHappening(name: string, more: Partial<Happening> = {}): Happening {
  const metadata = { name, namespace: at.namespace, uid: `uid-${name}` };
  const about: KubeObject = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', metadata };
  return { about, reason: 'Tested', message: 'it was', type: 'Normal', time: EARLIER, ...more };
}

async function tell(happening: Happening): Promise<void> {
  recordEvent(at.world, happening);
  await eventsWritten(at.world);
}

async function eventsOf(name: string, namespace = at.namespace): Promise<KubeObject[]> {
  const fieldSelector = `involvedObject.name=${name}`;
  return (await at.user.list(resources.events, { namespace, fieldSelector })).items;
}

it('is written once for each thing that happened', async () => {
  for (const message of ['it was', 'it was', 'it was again'])
    await tell(aHappening('once', { message, fieldPath: 'status.plan[1]' }));
  const found = await eventsOf('once');
  expect(found.map(({ message }) => message).sort()).toEqual(['it was', 'it was again']);
  expect(found[0]).toMatchObject({
    involvedObject: { kind: 'InstallPlan', name: 'once', uid: 'uid-once', fieldPath: 'status.plan[1]' },
    reason: 'Tested',
    type: 'Normal',
    source: { component: 'capstan-controller' },
    firstTimestamp: EARLIER,
  });
});

it('fits into what the API server takes', async () => {
  await tell(aHappening('long', { message: 'x'.repeat(5_000) }));
  const [event] = await eventsOf('long');
  expect(event?.['message']).toMatch(/^x{1022} …$/);
});

it('about what has no namespace is kept in namespace default', async () => {
  const name = `${at.namespace}-wide`;
  const about = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  await tell(aHappening('wide', { about }));
  const [event] = await eventsOf(name, 'default');
  expect(event?.['involvedObject']).toEqual({ apiVersion: 'v1', kind: 'Namespace', name });
});
