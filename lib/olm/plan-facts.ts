/** What deciding about an InstallPlan starts from, and what its writes come back with. */
import type { KubeObject, Resource } from '../k8s/object.ts';
import type { PlanBundle } from './plan-bundle.ts';
import type { GroupTargets } from './plan-objects.ts';
import type { ClusterServiceVersion, InstallPlan } from './types.ts';

export interface PlanFacts {
  plan: InstallPlan;
  /** OperatorGroups of the namespace with their targets. */
  groups: readonly GroupTargets[];
  /** What the plan installs; undefined when the plan does not say so in a way we understand. */
  bundles: readonly PlanBundle[] | undefined;
  /** Content by digest, as far as catalogs hold it. */
  contents: ReadonlyMap<string, readonly KubeObject[]>;
  isCsv: (object: KubeObject) => object is ClusterServiceVersion;
  /** Existing CustomResourceDefinitions by name. */
  crds: ReadonlyMap<string, KubeObject>;
  /** Existing CSVs of the namespace by name. */
  csvs: ReadonlyMap<string, KubeObject>;
  /** Existing ServiceAccounts of the namespace that we manage, by name. */
  serviceAccounts: ReadonlyMap<string, KubeObject>;
}

/** One write. `ownedBy` names the CSV whose UID goes into the ownerReferences. */
export interface StepAction {
  step: number;
  verb: 'create' | 'apply';
  resource: Resource;
  object: KubeObject;
  ownedBy?: string;
}

export type StepResult = { step: number; ok: true; status: 'Created' | 'Present' } | StepFailure;
export interface StepFailure {
  step: number;
  ok: false;
  message: string;
  /** Refused by RBAC, or the API server was out of reach: retried for ever. */
  keepTrying: boolean;
}

export function bundleObjects(facts: PlanFacts, bundle: PlanBundle): readonly KubeObject[] {
  return facts.contents.get(bundle.digest) ?? [];
}

export function contentGone(
  bundle: Pick<PlanBundle, 'csv' | 'digest' | 'catalog' | 'catalogNamespace' | 'image'>,
): string {
  if (bundle.image !== undefined) {
    return `content ${bundle.digest} of ${bundle.csv} is being pulled again from image ${bundle.image}`;
  }
  return `content ${bundle.digest} of ${bundle.csv} is not in catalog ${bundle.catalogNamespace}/${bundle.catalog} any more`;
}
