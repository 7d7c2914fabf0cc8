/**
 * The Operator object, which lists all that belongs to one package in one namespace by the label that it carries (OLM 81).
 * Source: OLM `pkg/controller/operators/decorators/operator.go`, `operator_controller.go`.
 */
import { stableJson } from '../../base/hash.ts';
import { at, items, optional } from '../../base/loose.ts';
import type { Condition, KubeObject, Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { isComponentLabel, MANAGED_LABEL, operatorLabel } from '../api/labels.ts';
import type { ObjectReference, OperatorObject } from '../api/types.ts';
import type { Decision } from '../plan/decision.ts';

/** One object that carries the label, and its type, which metadata alone does not say. */
export interface Component {
  resource: Resource;
  object: KubeObject;
}

/** The Operator of a name, and what carries its label. */
export interface OperatorObjectFacts {
  name: string;
  operator: OperatorObject | undefined;
  components: readonly Component[];
  /** One of them says in earnest that there is such an operator. */
  isVouchedFor: boolean;
}

type Status = NonNullable<OperatorObject['status']>;

/** What anybody labels can be listed; more than this would not fit into one object. */
const MOST_REFS = 500;

/** Names of the Operators that an object's labels say it belongs to. */
export function operatorsOf({ metadata }: KubeObject): string[] {
  return Object.keys(metadata.labels ?? {})
    .filter(isComponentLabel)
    .map((label) => label.slice(label.indexOf('/') + 1));
}

/** Made with the first object that vouches for it, gone with the last: one that somebody deletes before comes back. */
export function decideOperator({
  name,
  operator,
  components,
  isVouchedFor,
}: OperatorObjectFacts): Decision<Status> {
  const { metadata } = operator ?? {};
  if (metadata?.deletionTimestamp !== undefined) return { actions: [] };
  if (!isVouchedFor) {
    const { uid = '', labels } = metadata ?? {};
    const isOurs = labels?.[MANAGED_LABEL] === 'true';
    return {
      actions: isOurs ? [{ kind: 'delete', resource: resources.operators, ref: { name }, uid }] : [],
    };
  }
  if (operator === undefined) {
    const object: KubeObject = {
      ...{ apiVersion: 'operators.coreos.com/v1', kind: 'Operator' },
      metadata: { name, labels: { [MANAGED_LABEL]: 'true' } },
      spec: {},
    };
    return { actions: [{ kind: 'apply', resource: resources.operators, object }], again: { kind: 'now' } };
  }
  const key = operatorLabel(name);
  const known: Status['components'] = {
    labelSelector: { matchExpressions: [{ key, operator: 'Exists' }] },
    refs: components.map(referenceTo).sort(byPlace).slice(0, MOST_REFS),
  };
  const isSaid = stableJson(operator.status?.components) === stableJson(known);
  return { status: isSaid ? operator.status : { ...operator.status, components: known }, actions: [] };
}

type Ref = ObjectReference & { conditions?: Condition[] };

function referenceTo({ resource, object }: Component): Ref {
  const { group, version, kind } = resource;
  const { name, namespace } = object.metadata;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const conditions = resource === resources.clusterServiceVersions ? stateOf(object) : conditionsOf(object);
  return {
    ...{ apiVersion, kind },
    ...optional({ name, namespace }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

/** The phase of a CSV stands for its conditions, which are a history. */
function stateOf(csv: KubeObject): Condition[] {
  const phase = at(csv, 'status', 'phase');
  if (typeof phase !== 'string' || phase === '') return [];
  return [{ type: phase, status: 'True', ...textsIn(at(csv, 'status'), TOLD) }];
}

function conditionsOf(object: KubeObject): Condition[] {
  return items(at(object, 'status', 'conditions')).flatMap((condition) => {
    const [type, status] = [at(condition, 'type'), at(condition, 'status')];
    if (typeof type !== 'string' || (status !== 'True' && status !== 'False' && status !== 'Unknown'))
      return [];
    return [{ type, status, ...textsIn(condition, TOLD) }];
  });
}

const TOLD = ['reason', 'message', 'lastUpdateTime', 'lastTransitionTime'] as const;

function textsIn<Key extends string>(value: unknown, keys: readonly Key[]): Partial<Record<Key, string>> {
  const found = keys.flatMap((key) => {
    const text = at(value, key);
    return typeof text === 'string' ? [[key, text] as const] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Key, string>>;
}

function byPlace(a: Ref, b: Ref): number {
  const [x, y] = [a, b].map(({ kind = '', namespace = '', name = '' }) => `${kind} ${namespace} ${name}`);
  return (x ?? '') < (y ?? '') ? -1 : 1;
}
