/** OperatorConditions: the objects in which operators say of themselves whether they may be upgraded. */
import { resources } from '#lib/k8s/resources.ts';
import {
  decideOperatorCondition,
  type OperatorCondition,
  type OperatorConditionFacts,
} from '#lib/olm/csv/operator-condition.ts';
import { isOperatorCondition } from '#lib/olm/observed/shapes.ts';
import type { Kind } from './reconcile.ts';

export const operatorConditionKind: Kind<
  OperatorCondition,
  OperatorConditionFacts,
  NonNullable<OperatorCondition['status']>
> = {
  controller: 'operatorcondition',
  resource: resources.operatorConditions,
  isValid: isOperatorCondition,
  observe({ world: { caches }, object }) {
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) return undefined;
    const { namespace = '', name } = object.metadata;
    const ref = { namespace, name };
    return {
      condition: object,
      csv: caches.clusterServiceVersions.get(ref),
      role: caches.roles.get(ref),
      binding: caches.roleBindings.get(ref),
    };
  },
  decide: decideOperatorCondition,
};
