import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { goesWith } from './owners.ts';

const CSV = 'ClusterServiceVersion';

function ownedBy(...owners: (readonly [kind: string, uid: string])[]): KubeObject {
  const ownerReferences = owners.map(([kind, uid]) => ({ apiVersion: 'v1', kind, name: uid, uid }));
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'tickets', ownerReferences } };
}

const going = new Set(['v2', 'subscription']);
const all = { going, staying: new Set(['other']) };

it.each([
  ['its own', all, ownedBy([CSV, 'v2']), true],
  ['its own and its Subscription’s', all, ownedBy([CSV, 'v2'], ['Subscription', 'subscription']), true],
  ['nobody’s', all, ownedBy(), false],
  ['another operator’s', all, ownedBy([CSV, 'other']), false],
  ['shared with another operator', all, ownedBy([CSV, 'v2'], [CSV, 'other']), false],
  ['shared with a version before that is gone', all, ownedBy([CSV, 'v1'], [CSV, 'v2']), true],
  ['of a version before that is gone', all, ownedBy([CSV, 'v1']), false],
  ['shared with something of another kind', all, ownedBy([CSV, 'v2'], ['ConfigMap', 'mine']), false],
  ['shared with what may not be read', { going }, ownedBy([CSV, 'v1'], [CSV, 'v2']), false],
])('%s', (_, owners, object, goes) => {
  expect(goesWith(owners, object)).toBe(goes);
});
