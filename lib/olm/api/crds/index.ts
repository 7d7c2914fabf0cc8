/** Our definitions of the kinds of `operators.coreos.com`; installed by the controller where nobody else has. */
import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import { catalogSourceCrd } from './catalog-source.ts';
import { clusterServiceVersionCrd } from './cluster-service-version.ts';
import { installPlanCrd } from './install-plan.ts';
import { olmConfigCrd } from './olm-config.ts';
import { operatorConditionCrd } from './operator-condition.ts';
import { operatorGroupCrd } from './operator-group.ts';
import { operatorCrd } from './operator.ts';
import { subscriptionCrd } from './subscription.ts';

export { MANAGED_BY, MANAGED_BY_LABEL } from '../../../k8s/crd-words.ts';

/** All eight, in no particular order: none needs another. */
export const olmCrds: readonly CustomResourceDefinition[] = [
  catalogSourceCrd,
  subscriptionCrd,
  installPlanCrd,
  clusterServiceVersionCrd,
  operatorGroupCrd,
  operatorConditionCrd,
  olmConfigCrd,
  operatorCrd,
];
