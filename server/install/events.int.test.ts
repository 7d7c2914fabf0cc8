import { beforeAll, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Happening } from '#lib/olm/plan/decision.ts';
import { EARLIER } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { recordEvent } from './events.ts';
import type { World } from './world.ts';

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

async function eventsOf(name: string, namespace = at.namespace): Promise<KubeObject[]> {
  const fieldSelector = `involvedObject.name=${name}`;
  return (await at.user.list(resources.events, { namespace, fieldSelector })).items;
}

it('is written once for each thing that happened', async () => {
  for (const message of ['it was', 'it was', 'it was again'])
    await recordEvent(at.world, aHappening('once', { message, fieldPath: 'status.plan[1]' }), at.signal);
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
  await recordEvent(at.world, aHappening('long', { message: 'x'.repeat(5_000) }), at.signal);
  const [event] = await eventsOf('long');
  expect(event?.['message']).toMatch(/^x{1022} …$/);
});

it('about what has no namespace is kept in namespace default', async () => {
  const name = `${at.namespace}-wide`;
  const about = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  await recordEvent(at.world, aHappening('wide', { about }), at.signal);
  const [event] = await eventsOf(name, 'default');
  expect(event?.['involvedObject']).toEqual({ apiVersion: 'v1', kind: 'Namespace', name });
});

it('that is refused stops nothing, and is told in the log', async () => {
  const told: unknown[] = [];
  const log: World['log'] = { info: () => undefined, warn: (fields) => told.push(fields) };
  at.refuse({ status: 403, reason: 'Forbidden' }, ({ url }) => url.includes('/events'));
  await recordEvent({ ...at.world, log }, aHappening('refused'), at.signal);
  expect(told).toMatchObject([{ key: `${at.namespace}/refused` }]);
});
