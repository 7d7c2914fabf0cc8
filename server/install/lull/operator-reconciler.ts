/** Operators: what belongs to one package in one namespace. */
import { resources } from '#lib/k8s/resources.ts';
import type { OperatorObject } from '#lib/olm/api/types.ts';
import { decideOperator, type OperatorObjectFacts } from '#lib/olm/csv/operator-object.ts';
import { operatorObjectFacts } from '#lib/olm/observed/operator-object-facts.ts';
import { isOperatorObject } from '#lib/olm/observed/shapes.ts';
import { componentsIn } from '../caches.ts';
import type { Kind } from '../reconcile.ts';
import { readerOfWorld } from '../world.ts';

export const operatorKind: Kind<
  OperatorObject,
  OperatorObjectFacts,
  NonNullable<OperatorObject['status']>
> = {
  controller: 'operator',
  resource: resources.operators,
  isValid: isOperatorObject,
  // It may not make them with the rights of accounts alone.
  observe: ({ world, key: name }) =>
    world.accountsOnly === true
      ? undefined
      : operatorObjectFacts(readerOfWorld(world), name, componentsIn(world.caches, name)),
  decide: decideOperator,
};
