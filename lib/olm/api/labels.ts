/** Labels and annotations that tie objects to the operator that brought them. Other tools match on these names (OLM 81). */
import type { KubeObject, OwnerReference } from '../../k8s/object.ts';
import { fnv64a } from '../../base/hash.ts';

/** `true` on CSVs that a plan has made, and on what was made for them. */
export const MANAGED_LABEL = 'olm.managed';
/** Name of the CSV that an object belongs to, shortened by a hash where it is too long for a label. */
export const OWNER_LABEL = 'olm.owner';
/** Namespace of the owner: an owner reference cannot say it for objects that lie elsewhere. */
export const OWNER_NAMESPACE_LABEL = 'olm.owner.namespace';
/** Kind of the owner: ClusterServiceVersion, or OperatorGroup for the roles that gather those of its APIs. */
export const OWNER_KIND_LABEL = 'olm.owner.kind';
/** Values of the label above. */
export const OWNER_CSV_KIND = 'ClusterServiceVersion';
/** On the roles of a group. */
export const OWNER_GROUP_KIND = 'OperatorGroup';
/** On the roles made from a CSV: hash of their rules, to be seen by their metadata alone. */
export const PERMISSIONS_HASH_LABEL = 'olm.permissions.hash';
/** Hash of the spec that a Deployment was written with: tells that it has to be written anew (OLM 68). */
export const DEPLOYMENT_HASH_LABEL = 'olm.deployment-spec-hash';
/** Marks the copy of a CSV in a target namespace: it is shown as such and never acted on (OLM 80). */
export const COPIED_FROM_LABEL = 'olm.copiedFrom';
/** On a copy that we have made: hash of what it is a copy of. */
export const COPY_ANNOTATION = 'capstan.dev/copy';
/** On a CSV and its pods: name of its OperatorGroup (OLM 76). */
export const OPERATOR_GROUP_ANNOTATION = 'olm.operatorGroup';
/** On a CSV and its pods: namespace of its OperatorGroup (OLM 76). */
export const OPERATOR_NAMESPACE_ANNOTATION = 'olm.operatorNamespace';
/** On a CSV and its pods: namespaces to watch, joined by commas; empty for all (OLM 76). */
export const TARGET_NAMESPACES_ANNOTATION = 'olm.targetNamespaces';
/** On an OperatorGroup: `Kind.version.group` of what its operators provide, joined by commas (OLM 76). */
export const PROVIDED_APIS_ANNOTATION = 'olm.providedAPIs';
/** JSON `{"properties": […]}` on a CSV: those of its bundle, so that it can be resolved without its catalog (OLM 40). */
export const PROPERTIES_ANNOTATION = 'operatorframework.io/properties';
/** Begins the annotations of a definition that name the CSVs that brought it (OLM 56). */
export const INSTALLED_ALONGSIDE_PREFIX = 'operatorframework.io/installed-alongside-';
/** Holds a CSV that is being deleted until what it brought has been deleted (OLM 74). */
export const CSV_CLEANUP_FINALIZER = 'operators.coreos.com/csv-cleanup';
/** JSON list of `LeftOut` on a CSV: parts of its bundle that were not installed, and why. */
export const LEFT_OUT_ANNOTATION = 'capstan.dev/left-out';
/** On a CSV: JSON of `RemovalChoices`, what somebody agreed to delete with it. */
export const REMOVAL_ANNOTATION = 'capstan.dev/removal';
/** On an InstallPlan: which parts its controller leaves out of bundles (`LeavesOut`); absent where it leaves out none. */
export const LEAVES_OUT_ANNOTATION = 'capstan.dev/leaves-out';
/** On a pod template: the sample whose process local mode runs in the place of the pod. */
export const RUN_ANNOTATION = 'capstan.dev/run';
/** On a Subscription that a plan made for a dependency: name of the plan (OLM 28). */
export const GENERATED_BY_ANNOTATION = 'olm.generated-by';
/** JSON of `CrdCheck` on an InstallPlan: what its definitions would do to objects that exist. */
export const CRD_CHECK_ANNOTATION = 'capstan.dev/crd-check';
/** JSON list of `PlanBundle` on an InstallPlan: where the content of each CSV lies. */
export const BUNDLES_ANNOTATION = 'capstan.dev/bundles';

/** On a webhook configuration: which webhook of its CSV it was made from (OLM 71). */
export const WEBHOOK_NAME_LABEL = 'olm.webhook-description-generate-name';
/** On a webhook configuration: hash of what the CSV said of the webhook. */
export const WEBHOOK_HASH_LABEL = 'olm.webhook-description-hash';

/** On a Secret with a certificate, and on the pods that serve with it: hash of the authorities that callers trust (OLM 70). */
export const CA_HASH_ANNOTATION = 'olmcahash';

const COMPONENT_PREFIX = 'operators.coreos.com/';
const MAX_LABEL_NAME = 63;

/** Label key `operators.coreos.com/<package>.<namespace>`; its name part has at most 63 characters. */
export function componentLabel(packageName: string, namespace: string): string {
  const name = `${packageName}.${namespace}`.slice(0, MAX_LABEL_NAME).replace(/[._-]+$/, '');
  return COMPONENT_PREFIX + name;
}

/** The label of what belongs to the Operator of that name. */
export function operatorLabel(name: string): string {
  return COMPONENT_PREFIX + name;
}

/** True for a label that says which operator an object belongs to, whichever operator that is (OLM 81). */
export function isComponentLabel(key: string): boolean {
  return key.startsWith(COMPONENT_PREFIX);
}

/** Whether a package has brought the object, into whatever namespace. */
export function hasComponentLabel({ metadata }: KubeObject, packageName: string): boolean {
  const prefix = COMPONENT_PREFIX + `${packageName}.`.slice(0, MAX_LABEL_NAME);
  return Object.keys(metadata.labels ?? {}).some((key) => `${key}.`.startsWith(prefix));
}

/** The labels that say which CSV, or which group, an object belongs to. */
export function ownerLabels(
  owner: { name: string; namespace: string },
  kind: typeof OWNER_CSV_KIND | typeof OWNER_GROUP_KIND = OWNER_CSV_KIND,
): Record<string, string> {
  return {
    [MANAGED_LABEL]: 'true',
    [OWNER_LABEL]: labelValue(owner.name),
    [OWNER_NAMESPACE_LABEL]: owner.namespace,
    [OWNER_KIND_LABEL]: kind,
  };
}

/** A name may be longer than a label value; then a hash keeps it distinct. */
export function labelValue(name: string): string {
  if (name.length <= MAX_LABEL_NAME) return name;
  const hash = fnv64a(name);
  return `${name.slice(0, MAX_LABEL_NAME - hash.length - 1).replace(/[^a-z0-9]+$/i, '')}-${hash}`;
}

/** Owner reference by which an object goes with its CSV, without blocking the CSV's deletion. */
export function csvOwnerReference(csv: { name: string; uid: string }): OwnerReference {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    name: csv.name,
    uid: csv.uid,
    controller: false,
    blockOwnerDeletion: false,
  };
}

/** One annotation per CSV that brought a CRD (upstream hashes `<ns>/<csv>`). */
export function installedAlongside(csv: { name: string; namespace: string }): Record<string, string> {
  const value = `${csv.namespace}/${csv.name}`;
  return { [INSTALLED_ALONGSIDE_PREFIX + fnv64a(value)]: value };
}

/** Namespace of the CSV that an object is a copy of; undefined for what is none. */
export function copiedFrom({ metadata }: KubeObject): string | undefined {
  return metadata.labels?.[COPIED_FROM_LABEL];
}
