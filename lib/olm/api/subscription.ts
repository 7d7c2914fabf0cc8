/** How a Subscription is made, whoever wants it: a person, or a plan that brings a dependency. */
import type { KubeObject } from '../../k8s/object.ts';
import type { Approval, Subscription } from './types.ts';

/** What a Subscription is to ask for; empty texts count as absent. */
export interface SubscriptionWish {
  package: string;
  catalog: { readonly namespace: string; readonly name: string };
  channel?: string;
  startingCSV?: string;
  approval: Approval;
}

/** With the fields in the order in which people read them. */
export function subscriptionSpec(wish: SubscriptionWish): Omit<Subscription['spec'], 'config'> {
  const { catalog, channel = '', startingCSV = '' } = wish;
  return {
    name: wish.package,
    source: catalog.name,
    sourceNamespace: catalog.namespace,
    ...(channel === '' ? {} : { channel }),
    ...(startingCSV === '' ? {} : { startingCSV }),
    installPlanApproval: wish.approval,
  };
}

/** A Subscription with this metadata and spec. */
export function subscriptionObject(
  metadata: KubeObject['metadata'],
  spec: Subscription['spec'],
): Subscription {
  return { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata, spec };
}

/** Key of the package that a Subscription names: `namespace/catalog/package`. */
export function packageKeyOf({ spec }: Subscription): string {
  return [spec.sourceNamespace, spec.source, spec.name].join('/');
}
