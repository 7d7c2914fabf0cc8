/** What there is to know of one Operator object (OLM 81). */
import { subdomainProblem } from '../../k8s/names.ts';
import { resources } from '../../k8s/resources.ts';
import { componentLabel, operatorLabel } from '../api/labels.ts';
import type { Component, OperatorObjectFacts } from '../csv/operator-object.ts';
import { packageOfCsv } from '../subscription/orphans.ts';
import type { ObjectReader } from './objects.ts';
import { isCsv, isOperatorObject, isSubscription } from './shapes.ts';

/** @param components all that carries its label */
export function operatorObjectFacts(
  reader: ObjectReader,
  name: string,
  components: readonly Component[],
): OperatorObjectFacts {
  const found = reader.get(resources.operators, { name });
  return {
    name,
    operator: found !== undefined && isOperatorObject(found) ? found : undefined,
    components,
    isVouchedFor: subdomainProblem(name) === undefined && components.some((one) => vouches(one, name)),
  };
}

/**
 * Whoever may label a ServiceAccount could otherwise have objects of the whole cluster made: a Subscription or a CSV of this very
 * package and namespace vouches for an Operator, and a definition, which belongs to the cluster itself.
 */
function vouches({ resource, object }: Component, name: string): boolean {
  if (resource === resources.customResourceDefinitions) return true;
  const packageName =
    isSubscription(object) && resource === resources.subscriptions
      ? object.spec.name
      : isCsv(object)
        ? packageOfCsv(object)
        : undefined;
  const { namespace = '' } = object.metadata;
  return packageName !== undefined && componentLabel(packageName, namespace) === operatorLabel(name);
}
