/** What an install will create, before anybody starts it. Made with the functions that the controller plans with. */
import type { KubeObject } from '../../k8s/object.ts';
import type { InstallModeType } from '../api/catalog.ts';
import { operatorGroupFit } from '../tenancy/fit.ts';
import type { GroupFit } from '../tenancy/fit.ts';
import { generatedRbac } from '../plan/rbac.ts';
import type { ClusterServiceVersion, OperatorGroup } from '../api/types.ts';

/** An object that the install brings, without its content. */
export interface PreviewObject {
  kind: string;
  name: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** It is there already: left as it is, or, for CRDs, brought up to date. Absent where that could not be found out. */
  exists?: boolean;
}

/** What would be created, or why not, before anything is. */
export interface InstallPreview {
  /** The namespace's OperatorGroup: fits, is created, or why it does not fit. */
  group: GroupFit;
  /** In the order of creation. */
  creates: PreviewObject[];
}

/** A version with its manifests, and where and for whom it is to run. */
export interface InstallQuestion {
  package: string;
  csv: ClusterServiceVersion;
  crds: readonly KubeObject[];
  namespace: string;
  mode: InstallModeType;
  targets: readonly string[];
}

/** What of the cluster decides about it, as far as the user may look. */
export interface InstallPreviewFacts {
  /** Undefined when the user may not look. */
  namespaceExists: boolean | undefined;
  groups: readonly OperatorGroup[];
  /** By name; absent where the user may not look. */
  crdExists: ReadonlyMap<string, boolean>;
}

/** Lists what an install creates, also where the OperatorGroup does not fit: `group` says why. */
export function installPreview(question: InstallQuestion, facts: InstallPreviewFacts): InstallPreview {
  const { csv, crds, namespace } = question;
  const name = csv.metadata.name ?? '';
  const group = operatorGroupFit({
    installModes: csv.spec.installModes ?? [],
    namespace,
    mode: question.mode,
    targets: question.targets,
    groups: facts.groups,
  });
  const deployments = csv.spec.install.spec?.deployments ?? [];
  return {
    group,
    creates: [
      { kind: 'Namespace', name: namespace, ...known(facts.namespaceExists) },
      ...(group.ok && group.creates !== undefined ? [describe(group.creates)] : []),
      { kind: 'Subscription', name: question.package, namespace },
      { kind: 'ClusterServiceVersion', name, namespace },
      ...crds.map((crd) => ({ ...describe(crd), ...known(facts.crdExists.get(crd.metadata.name ?? '')) })),
      ...generatedRbac({ name, namespace, spec: csv.spec }).map(describe),
      ...deployments.map((deployment) => ({ kind: 'Deployment', name: deployment.name, namespace })),
    ],
  };
}

function known(exists: boolean | undefined): { exists?: boolean } {
  return exists === undefined ? {} : { exists };
}

function describe({ kind, metadata }: KubeObject): PreviewObject {
  const { name = '', namespace } = metadata;
  return { kind, name, ...(namespace === undefined ? {} : { namespace }) };
}
