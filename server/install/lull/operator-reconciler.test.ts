import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { OperatorObjectFacts } from '#lib/olm/csv/operator-object.ts';
import { account, aCrd, anInstallableCsv } from '#lib/testing/install-facts.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import { feedOperators } from './feed-operators.ts';
import { operatorKind } from './operator-reconciler.ts';

const NAME = 'tickets.team-a';

function labelled<T extends KubeObject>(object: T, name = NAME): T {
  const labels = { [`operators.coreos.com/${name}`]: '' };
  return { ...object, metadata: { namespace: 'team-a', ...object.metadata, labels } };
}

const subscription = aSubscriptionObject({}, { name: 'tickets' });
const properties = JSON.stringify({
  properties: [{ type: 'olm.package', value: { packageName: 'tickets', version: '1.0.0' } }],
});
const csv = anInstallableCsv('tickets.v1.0.0', {
  metadata: { annotations: { 'operatorframework.io/properties': properties } },
});

async function seen(
  name: string,
  ...put: readonly Parameters<PlainWorld['put']>[]
): Promise<OperatorObjectFacts> {
  const plain = plainWorld();
  for (const [cache, ...objects] of put) plain.put(cache, ...objects);
  const { signal } = new AbortController();
  const look = { world: plain.world, key: name, object: undefined, missing: new Set<string>(), signal };
  const facts = await operatorKind.observe(look);
  if (facts === undefined) throw new Error('nothing to decide');
  return facts;
}

it.each<{ what: string; name?: string; put: Parameters<PlainWorld['put']>; isVouchedFor: boolean }>([
  { what: 'its Subscription', put: ['subscriptions', labelled(subscription)], isVouchedFor: true },
  { what: 'its CSV', put: ['clusterServiceVersions', labelled(csv)], isVouchedFor: true },
  {
    what: 'a definition',
    put: ['customResourceDefinitions', labelled(aCrd('tickets.example.com'))],
    isVouchedFor: true,
  },
  // Anybody who may make one of these could ask for objects of the whole cluster.
  { what: 'a ServiceAccount', put: ['serviceAccounts', labelled(account('tickets'))], isVouchedFor: false },
  {
    what: 'a Subscription of another package',
    name: 'other.team-a',
    put: ['subscriptions', labelled(subscription, 'other.team-a')],
    isVouchedFor: false,
  },
  {
    what: 'what cannot be a name',
    name: 'Tickets_X.team-a',
    put: ['customResourceDefinitions', labelled(aCrd('tickets.example.com'), 'Tickets_X.team-a')],
    isVouchedFor: false,
  },
])('1h.7 $what vouches for an Operator: $isVouchedFor', async ({ name = NAME, put, isVouchedFor }) => {
  const facts = await seen(name, put);
  expect([facts.components.length, facts.isVouchedFor]).toEqual([1, isVouchedFor]);
});

it('1h.7 an Operator is looked at when what belongs to it comes, changes or leaves it', () => {
  const { world, put } = plainWorld();
  const woken: string[] = [];
  feedOperators(world, { addAfter: (key) => woken.push(key) });
  put('serviceAccounts', labelled(account('tickets')));
  put('serviceAccounts', labelled(account('tickets'), 'other.team-a'));
  put('operators', {
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'Operator' },
    metadata: { name: NAME },
  });
  expect(woken).toEqual([NAME, 'other.team-a', NAME, NAME]);
});
