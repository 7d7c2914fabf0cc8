import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, OwnerReference, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { csvOwnerReference } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { operatorConditionKind } from './operator-condition-reconciler.ts';
import { reconcile as reconcileKind } from './reconcile.ts';

const held = heldByFile();
let at: InstallWorld;
const reconcile = (name: string): Promise<ReconcileOutcome> =>
  reconcileKind(operatorConditionKind, { ...at, key: `${at.namespace}/${name}` });
const read = (resource: Resource, name: string): Promise<KubeObject> =>
  at.user.get(resource, { namespace: at.namespace, name });

beforeAll(async () => {
  at = await installWorld(held);
});

function aCondition(name: string, owner: OwnerReference | undefined, more: object = {}): KubeObject {
  return {
    apiVersion: 'operators.coreos.com/v2',
    kind: 'OperatorCondition',
    metadata: {
      name,
      namespace: at.namespace,
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
    },
    spec: { serviceAccounts: ['tickets'], deployments: ['tickets'], ...more },
  };
}

async function aCsv(name: string): Promise<OwnerReference> {
  const csv = anInstallableCsv(name, { metadata: { namespace: at.namespace, finalizers: [] } });
  const { metadata } = await at.make(resources.clusterServiceVersions, csv);
  return csvOwnerReference({ name, uid: metadata.uid ?? '' });
}

const busy = {
  type: 'Upgradeable',
  status: 'False',
  reason: 'Busy',
  message: 'migrating',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

describe('an OperatorCondition', () => {
  it('of a CSV gives the accounts of the operator the right to this one object, once', async () => {
    const name = 'tickets.v1';
    await at.make(resources.operatorConditions, aCondition(name, await aCsv(name)));
    at.writes();
    expect(await reconcile(name)).toEqual({ kind: 'done' });
    expect(at.writes()).toHaveLength(2);
    const role = await read(resources.roles, name);
    const binding = await read(resources.roleBindings, name);
    expect(role['rules']).toMatchObject([{ resources: ['operatorconditions'], resourceNames: [name] }]);
    expect(binding['subjects']).toMatchObject([{ name: 'tickets', namespace: at.namespace }]);
    await reconcile(name);
    expect(at.writes()).toEqual([]);
  });

  it.each(['nobody', 'another'])('of %s beside a CSV of its name gives no rights', async (whose) => {
    const name = `of-${whose.replace(' ', '-')}.v1`;
    await aCsv(name);
    const owner = whose === 'nobody' ? undefined : await aCsv('another.v1');
    await at.make(resources.operatorConditions, aCondition(name, owner));
    at.writes();
    await reconcile(name);
    expect(at.writes()).toEqual([]);
  });

  it('without a CSV of its name gives none either', async () => {
    await at.make(resources.operatorConditions, aCondition('lonely.v1', await aCsv('other.v1')));
    at.writes();
    await reconcile('lonely.v1');
    expect(at.writes()).toEqual([]);
  });

  it('holds what the operator says of itself', async () => {
    await at.make(resources.operatorConditions, aCondition('says.v1', undefined, { conditions: [busy] }));
    await reconcile('says.v1');
    const { metadata, status } = await read(resources.operatorConditions, 'says.v1');
    const { type, reason, message } = busy;
    const said = { type, status: 'False', reason, message, observedGeneration: metadata.generation };
    expect(status).toMatchObject({ conditions: [said] });
    at.writes();
    await reconcile('says.v1');
    expect(at.writes()).toEqual([]);
  });

  it('that is gone, or going, is nothing to do', async () => {
    const name = 'going.v1';
    const owner = await aCsv(name);
    const going = aCondition(name, owner);
    going.metadata.finalizers = ['example.com/holds'];
    await at.make(resources.operatorConditions, going);
    await at.user.delete(resources.operatorConditions, { namespace: at.namespace, name });
    at.world.caches.operatorConditions.observe(await read(resources.operatorConditions, name));
    at.writes();
    expect(await reconcile(name)).toEqual({ kind: 'done' });
    expect(await reconcile('never-there')).toEqual({ kind: 'done' });
    expect(at.writes()).toEqual([]);
  });

  it('whose rights are refused is tried again, with no status before them', async () => {
    const name = 'refused.v1';
    await at.make(resources.operatorConditions, aCondition(name, await aCsv(name), { conditions: [busy] }));
    at.writes();
    at.refuse({ status: 403, reason: 'Forbidden' }, ({ url }) => url.includes('/rolebindings/'));
    await expect(reconcile(name)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(at.writes().filter((request) => request.startsWith('PUT'))).toEqual([]);
  });
});
