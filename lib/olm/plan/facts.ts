/** What deciding about an InstallPlan starts from, and what its writes come back with. */
import type { KubeObject } from '../../k8s/object.ts';
import type { StepResult } from './decision.ts';
import type { PlanBundle } from './bundle.ts';
import type { CrdCheck } from './crd-check.ts';
import type { LeavesOut } from './left-out.ts';
import type { GroupTargets } from './objects.ts';
import { isVisible } from '../resolver/visible-catalogs.ts';
import type { ClusterServiceVersion, InstallPlan } from '../api/types.ts';

/** All that deciding about one plan looks at: what it brings, what is there already, and whose rights it has. */
export interface PlanFacts {
  plan: InstallPlan;
  /** OperatorGroups of the namespace with their targets. */
  groups: readonly GroupTargets[];
  /** What the plan installs. */
  bundles: readonly PlanBundle[];
  /** Where the catalogs are that every namespace may use. */
  globalNamespace: string;
  /** Content by digest, as far as catalogs hold it. */
  contents: ReadonlyMap<string, readonly KubeObject[]>;
  isCsv: (object: KubeObject) => object is ClusterServiceVersion;
  /** Existing CustomResourceDefinitions by name. */
  crds: ReadonlyMap<string, KubeObject>;
  /** Existing CSVs of the namespace by name. */
  csvs: ReadonlyMap<string, KubeObject>;
  /** Existing ServiceAccounts of the namespace, by name. */
  serviceAccounts: ReadonlyMap<string, KubeObject>;
  /** What the definitions that are to be replaced would do to existing objects (OLM 55); absent when there are none. */
  crdCheck?: CrdCheck;
  /** Why that could not be found out; `keepTrying`: for reasons that have nothing to do with the plan. */
  crdCheckProblem?: { message: string; keepTrying: boolean };
  /** What the steps came to that were carried out just now; `plan` has the status that they were decided from. */
  results?: readonly StepResult[];
  /** When the definitions of a plan that waits are to be looked at again, unix ms. */
  lookAt?: number;
  /** Nothing is installed but with the rights of an account that the OperatorGroup names. */
  needsAccount?: boolean;
  /** What of bundles is not installed; absent: all is. */
  leavesOut?: LeavesOut;
  /** When somebody last changed who may do what in the namespace, unix ms; absent when it is not watched. */
  rightsChangedAt?: number;
}

/**
 * Why the content of a bundle must be neither fetched nor installed; undefined as a rule. That a namespace resolves without
 * the global catalogs from now on does not concern what it has chosen before.
 */
export function foreignCatalog(
  { catalog, catalogNamespace, csv }: Pick<PlanBundle, 'catalog' | 'catalogNamespace' | 'csv'>,
  where: { namespace: string; globalNamespace: string },
): string | undefined {
  if (isVisible({ namespace: catalogNamespace }, where)) return undefined;
  return (
    `${csv} comes from catalog ${catalogNamespace}/${catalog}, which namespace ${where.namespace} may not use: ` +
    `only catalogs of its own and of ${where.globalNamespace} are open to it`
  );
}

/** The manifests of a bundle; empty when no catalog holds them at the moment. */
export function bundleObjects(facts: PlanFacts, bundle: PlanBundle): readonly KubeObject[] {
  return facts.contents.get(bundle.digest) ?? [];
}

/** OLM 54: upstream's words. */
export function apiMissing({
  group,
  version,
  kind,
  name,
}: {
  group: string;
  version: string;
  kind: string;
  name: string;
}): string {
  const gvk = `${group}/${version}, Kind=${kind}`;
  return (
    `api-server resource not found installing ${kind} ${name}: GroupVersionKind ${gvk} not found on the cluster. ` +
    'This API may have been deprecated and removed, see https://kubernetes.io/docs/reference/using-api/deprecation-guide/ for more information.'
  );
}

/** Message for content that cannot be had now; says whether it is being pulled again. */
export function contentGone(
  bundle: Pick<PlanBundle, 'csv' | 'digest' | 'catalog' | 'catalogNamespace' | 'image'>,
): string {
  if (bundle.image !== undefined)
    return `content ${bundle.digest} of ${bundle.csv} is being pulled again from image ${bundle.image}`;
  return `content ${bundle.digest} of ${bundle.csv} is not in catalog ${bundle.catalogNamespace}/${bundle.catalog} any more`;
}
