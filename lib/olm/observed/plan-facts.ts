/** What there is to know of one InstallPlan, apart from the content of what it installs. */
import { optional } from '../../base/loose.ts';
import { byName, parseApiVersion, type KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import type { PlanFacts } from '../plan/facts.ts';
import { crdNameOf, planKind } from '../plan/kinds.ts';
import type { InstallPlan } from '../api/types.ts';
import { groupTargets } from './namespace.ts';
import type { ObjectReader } from './objects.ts';
import { isCsv } from './shapes.ts';

/** What is not read from the cluster; `contents` by digest, as far as they are there. */
export type KnownOfPlan = Pick<
  PlanFacts,
  'bundles' | 'contents' | 'globalNamespace' | 'needsAccount' | 'leavesOut' | 'rightsChangedAt'
>;

/** @param plan with the status to decide from, which may be further than the one that the reader has */
export function planFacts(reader: ObjectReader, plan: InstallPlan, known: KnownOfPlan): PlanFacts {
  const { namespace = '' } = plan.metadata;
  const { rightsChangedAt, ...rest } = known;
  const objects = [...known.contents.values()].flat();
  const crds = crdNames(plan, objects);
  return {
    ...rest,
    plan,
    groups: groupTargets(reader, namespace),
    isCsv,
    crds: byName(crds.flatMap((name) => reader.get(resources.customResourceDefinitions, { name }) ?? [])),
    csvs: byName(reader.list(resources.clusterServiceVersions, namespace)),
    serviceAccounts: byName(reader.list(resources.serviceAccounts, namespace)),
    ...optional({ rightsChangedAt }),
  };
}

/** Definitions that the plan brings, and those behind its optional steps. */
function crdNames(plan: InstallPlan, objects: readonly KubeObject[]): string[] {
  const brought = objects.filter((object) => object.kind === 'CustomResourceDefinition');
  const optionalKinds = [
    ...(plan.status?.plan ?? []).map((step) => step.resource),
    ...objects.map((object) => ({ ...parseApiVersion(object.apiVersion), kind: object.kind })),
  ].flatMap((gvk) => {
    const kind = planKind(gvk);
    return kind?.optional === true ? [crdNameOf(kind.resource)] : [];
  });
  return [...new Set([...brought.map((object) => object.metadata.name), ...optionalKinds])];
}
