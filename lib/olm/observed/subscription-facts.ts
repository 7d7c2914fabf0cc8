/** What there is to know of the Subscriptions of one namespace, apart from the catalogs. */
import { resources } from '../../k8s/resources.ts';
import { planBundles } from '../plan/bundle.ts';
import {
  INSTALL_PLANS_ANNOTATION,
  RESOLUTION_SCOPE_ANNOTATION,
  type SubscriptionFacts,
} from '../subscription/facts.ts';
import type { OperatorGroup } from '../api/types.ts';
import { failsForward, ownCsvsIn } from './namespace.ts';
import { objectsOf, type ObjectReader } from './objects.ts';
import { isInstallPlan, isSubscription } from './shapes.ts';

const EXCLUDE_GLOBAL = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/** How a namespace resolves, by the annotations of its OperatorGroup. */
export interface ResolutionScope {
  /** Upstream's way: what cannot be resolved stops the namespace (OLM 25, 30). */
  wholeNamespace: boolean;
  /** Catalogs of the global namespace are not offered there. */
  excludeGlobal: boolean;
}

/** @param wholeNamespace the controller is to resolve every namespace as one */
export function resolutionScope([group]: readonly OperatorGroup[], wholeNamespace: boolean): ResolutionScope {
  const annotations = group?.metadata.annotations ?? {};
  return {
    wholeNamespace: wholeNamespace || annotations[RESOLUTION_SCOPE_ANNOTATION] === 'namespace',
    excludeGlobal: annotations[EXCLUDE_GLOBAL] === 'true',
  };
}

/** What is not read from the cluster's objects alone. */
export type KnownOfCatalogs = Pick<
  SubscriptionFacts,
  'catalogSources' | 'catalogs' | 'images' | 'wholeNamespace' | 'outOfTime'
>;

/** @param groups of the namespace, those that are being deleted left out */
export function subscriptionFacts(
  reader: ObjectReader,
  { namespace, groups }: { namespace: string; groups: readonly OperatorGroup[] },
  known: KnownOfCatalogs,
): SubscriptionFacts {
  return {
    ...known,
    namespace,
    operatorGroups: groups.length,
    failForward: failsForward(groups),
    planPerSubscription: groups[0]?.metadata.annotations?.[INSTALL_PLANS_ANNOTATION] === 'subscription',
    subscriptions: objectsOf(reader, [resources.subscriptions, isSubscription], namespace),
    csvs: ownCsvsIn(reader, namespace),
    plans: objectsOf(reader, [resources.installPlans, isInstallPlan], namespace).map((plan) => ({
      plan,
      bundles: planBundles(plan) ?? [],
    })),
  };
}
