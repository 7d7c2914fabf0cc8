/** A declarative operator that needs one of OLM: whoever installs it is told, with the Subscription, and makes it or not. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { KUDO_API_VERSION, kudoResources } from '#lib/kudo/api/types.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { kudoUser, type KudoUser } from '../testing/kudo-bench.ts';
import { smallPackage } from '../testing/small-package.ts';
import { INSTANCE_WEBHOOK } from './registration.ts';

const HOME = 'pier';
const held = heldByFile();
let operators: Operators;
let user: KudoUser;

beforeAll(async () => {
  const samples = join(import.meta.dirname, '../../../examples/catalog');
  const flags = ['--kudo', '--kudo-webhook', 'localhost'];
  operators = held.use(await startOperators({ catalogs: { samples }, flags }));
  user = kudoUser(operators.user.client);
  await user.namespace(HOME);
  await eventually(() =>
    user.client.get(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK }),
  );
  const files = smallPackage({
    name: 'crane',
    annotations: { 'capstan.dev/needs-operators': 'flight-ticket@stable, unheard-of' },
    tasks: { own: 'kind: Dummy, spec: {done: true}' },
    plans: { deploy: ['own'] },
  });
  await eventually(() => user.provide(HOME, files));
});

/** What is said of an instance that is made. */
async function said(name: string): Promise<string[]> {
  const warnings: string[] = [];
  const spec = { operatorVersion: { name: 'crane-1.0.0' } };
  const object = {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    metadata: { namespace: HOME, name },
    spec,
  };
  await user.client.create(kudoResources.instances, object, {
    onWarnings: (texts) => void warnings.push(...texts),
  });
  return warnings;
}

it('is installed, and says which Subscriptions are missing; nobody has made them', async () => {
  const warnings = await said('one');
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain(
    'crane-1.0.0 needs operator flight-ticket (channel stable), to which nothing subscribes',
  );
  expect(warnings[1]).toContain(
    'needs operator unheard-of, to which nothing subscribes; no catalog of this cluster has it',
  );
  await user.untilPlan(HOME, 'one', 'deploy', 'COMPLETE');
  expect((await user.client.list(resources.subscriptions)).items).toEqual([]);
  // As it is told, it is taken.
  const [, json = ''] = /<<< '(.*)'$/.exec(warnings[0] ?? '') ?? [];
  await user.client.create(resources.subscriptions, JSON.parse(json) as KubeObject);
  await eventually(async () => {
    const later = await said(`later-${String(Date.now())}`);
    expect(later).toEqual([expect.stringContaining('unheard-of')]);
  });
});
