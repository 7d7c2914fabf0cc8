/** What a plan would write, for its review: as the controller's own decider says of what may be read. */
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { InstallPlan } from '../api/types.ts';
import { accountsOf } from '../observed/namespace.ts';
import { planBundles } from '../plan/bundle.ts';
import { leavesOutOf } from '../plan/left-out.ts';
import type { ForetoldWrites } from '../plan/review-object.ts';
import { foretellWrites, knownOfBundles, type ForetellFacts } from './foretell.ts';

/** What of a plan's surroundings may be read; undefined: may not, or nobody answers. */
export interface SeenOfPlan {
  /** CSVs and Subscriptions of the namespace, and what is there of the plan's steps. */
  objects: readonly KubeObject[];
  /** By digest. */
  contents: ForetellFacts['known']['contents'] | undefined;
  /** OperatorGroups of the namespace. */
  groups: readonly KubeObject[] | undefined;
  /** ServiceAccounts that they name. */
  accounts: readonly KubeObject[] | undefined;
}

/** Undefined of a plan that a real OLM has made. A group or account that may not be read counts as fit, and is named. */
export function foretoldWrites(plan: InstallPlan, seen: SeenOfPlan, now: number): ForetoldWrites | undefined {
  const { namespace = '' } = plan.metadata;
  const bundles = planBundles(plan);
  if (bundles === undefined) return undefined;
  // Nothing can be said of what would be written.
  if (seen.contents === undefined) return { writes: new Map(), unread: [] };
  const { groups = [aGroup(namespace)] } = seen;
  const { accounts = accountsOf(groups, namespace).map((name) => anAccount(name, namespace)) } = seen;
  const known = {
    ...knownOfBundles(bundles, seen.contents, namespace),
    ...optional({ leavesOut: leavesOutOf(plan) }),
  };
  const objects = [...seen.objects, ...groups, ...accounts];
  const { writes, problem } = foretellWrites({ objects, known }, plan, now);
  return {
    writes: new Map(writes.map((write) => [write.step, write])),
    problem,
    unread: [
      ...(seen.groups === undefined ? ['OperatorGroup'] : []),
      ...(seen.accounts === undefined ? ['ServiceAccount'] : []),
    ],
  };
}

function aGroup(namespace: string): KubeObject {
  const spec = { targetNamespaces: [namespace] };
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: '', namespace },
    spec,
  };
}

function anAccount(name: string, namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } };
}
