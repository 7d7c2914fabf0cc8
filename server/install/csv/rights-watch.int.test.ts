import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { watchRights, type RightsWatch } from './rights-watch.ts';

const held = heldByFile();
let at: InstallWorld;
let rights: RightsWatch;
/** Keys of plans that were told of. */
const told = new Set<string>();

beforeAll(async () => {
  at = await installWorld(held);
  rights = watchRights(at.world, (key) => {
    told.add(key);
  });
  held.defer(() => {
    rights.stop();
  });
});

async function aPlan(name: string, limited: boolean): Promise<string> {
  const plan = anInstallPlan([aPlanBundle()], undefined, { name });
  const attenuatedServiceAccountRef = { namespace: at.namespace, name: 'installer' };
  await at.make(resources.installPlans, {
    ...at.here(plan),
    status: {
      phase: 'Installing',
      catalogSources: [],
      ...(limited ? { attenuatedServiceAccountRef } : {}),
    },
  });
  return `${at.namespace}/${name}`;
}

const aRole = (name: string): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name, namespace: at.namespace },
  rules: [],
});

describe('rights that change', () => {
  it('concern the plans that run with the rights of an account', async () => {
    await aPlan('free', false);
    const key = await aPlan('limited', true);
    rights.follow(at.namespace);
    // One that was there from the start changes nothing; when the watch begins, nobody knows.
    let count = 0;
    await expect
      .poll(async () => {
        count += 1;
        await at.user.create(resources.roles, aRole(`role-${String(count)}`));
        return [...told];
      })
      .toEqual([key]);
    expect(at.world.memory.rightsChanged.get(at.namespace)).toBeGreaterThan(0);
  });

  it('concern nobody once the plan has ended', async () => {
    const ref = { namespace: at.namespace, name: 'limited' };
    const plan = await at.user.get(resources.installPlans, ref);
    const status = { ...(plan['status'] as object), phase: 'Complete' };
    const ended = await at.user.replace(
      resources.installPlans,
      { ...plan, status },
      { subresource: 'status' },
    );
    at.world.caches.installPlans.observe(ended);
    rights.follow(at.namespace);
    expect(at.world.memory.rightsChanged.get(at.namespace)).toBeUndefined();
  });
});
