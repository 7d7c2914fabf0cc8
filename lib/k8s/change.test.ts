import { describe, expect, it } from 'vitest';
import { accessOf, targetOf } from './change.ts';
import type { Change } from './change.ts';
import type { KubeObject } from './object.ts';
import { resources } from './resources.ts';

const subscription: KubeObject = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'argocd', namespace: 'tools' },
};
const ref = { namespace: 'tools', name: 'argocd' };
const type = { group: 'operators.coreos.com', resource: 'subscriptions' };

describe('accessOf', () => {
  it.each<[string, Change, object]>([
    [
      'a creation is not about a name',
      { verb: 'create', resource: resources.subscriptions, object: subscription },
      { verb: 'create', ...type, namespace: 'tools' },
    ],
    [
      'a replacement is an update',
      { verb: 'replace', resource: resources.subscriptions, object: subscription },
      { verb: 'update', ...type, ...ref },
    ],
    [
      'a patch',
      { verb: 'patch', resource: resources.subscriptions, ref, patch: { type: 'merge', body: {} } },
      { verb: 'patch', ...type, ...ref },
    ],
    [
      'an apply is a patch',
      { verb: 'apply', resource: resources.subscriptions, object: subscription },
      { verb: 'patch', ...type, ...ref },
    ],
    [
      'a deletion',
      { verb: 'delete', resource: resources.subscriptions, ref },
      { verb: 'delete', ...type, ...ref },
    ],
    [
      'what is cluster-scoped has no namespace',
      { verb: 'delete', resource: resources.namespaces, ref: { namespace: 'stray', name: 'tools' } },
      { verb: 'delete', group: '', resource: 'namespaces', name: 'tools' },
    ],
  ])('%s', (_name, change, want) => {
    expect(accessOf(change)).toEqual(want);
  });
});

it('knows where an object without a name will be', () => {
  const object = { ...subscription, metadata: { name: '', generateName: 'argocd-', namespace: 'tools' } };
  expect(targetOf({ verb: 'create', resource: resources.subscriptions, object })).toEqual({
    namespace: 'tools',
  });
});
