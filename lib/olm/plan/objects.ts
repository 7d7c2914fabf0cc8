/** From an object of a bundle to the object that is written to the cluster. */
import { isJsonObject } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import type { KubeObject, ObjectMeta, OwnerReference } from '../../k8s/object.ts';
import {
  convertsByWebhook,
  leftOutOfCrd,
  leftOutOfCsv,
  type Conversion,
  type LeavesOut,
  type LeftOut,
} from './left-out.ts';
import {
  componentLabel,
  CSV_CLEANUP_FINALIZER,
  INSTALLED_ALONGSIDE_PREFIX,
  installedAlongside,
  isComponentLabel,
  LEFT_OUT_ANNOTATION,
  MANAGED_LABEL,
  OPERATOR_GROUP_ANNOTATION,
  OPERATOR_NAMESPACE_ANNOTATION,
  ownerLabels,
  PROPERTIES_ANNOTATION,
  TARGET_NAMESPACES_ANNOTATION,
} from '../api/labels.ts';
import type { PlanBundle } from './bundle.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** The OperatorGroup that rules a namespace, with its targets worked out. */
export interface GroupTargets {
  name: string;
  targets: readonly string[];
  /** Labels of its target namespaces (metav1.LabelSelector), for webhooks; absent where all are targets. */
  namespaceSelector?: object;
  /** ServiceAccount whose rights all that is installed under the group is limited to (OLM 53). */
  serviceAccount?: string;
  /** What it says its operators provide, as `Kind.version.group`. */
  providedApis?: readonly string[];
  /** That list is somebody's own, and not to be changed. */
  isStatic?: boolean;
}

/** Metadata of a fresh object: only what its author may decide. */
function authoredMetadata(object: KubeObject, namespace: string | undefined): ObjectMeta {
  const { name, labels, annotations } = object.metadata;
  return { name, ...optional({ namespace, labels, annotations }) };
}

function withoutStatus(object: KubeObject): KubeObject {
  const { status: _status, ...rest } = object;
  return rest;
}

/** Annotations by which a CSV's pods learn what to watch (OLM 76): an empty list would say all namespaces. */
export function tenancyAnnotations(namespace: string, group: GroupTargets): Record<string, string> {
  return {
    [OPERATOR_GROUP_ANNOTATION]: group.name,
    [OPERATOR_NAMESPACE_ANNOTATION]: namespace,
    ...(group.targets.length === 0 ? {} : { [TARGET_NAMESPACES_ANNOTATION]: group.targets.join(',') }),
  };
}

/** A bundle's CSV as the plan writes it: what it replaces is the resolver's choice, not what the CSV says (OLM 40, 76). */
export function csvForCluster(
  content: ClusterServiceVersion,
  bundle: PlanBundle,
  place: { namespace: string; group: GroupTargets | undefined; leftOut: readonly LeftOut[] },
): KubeObject {
  const metadata = authoredMetadata(content, place.namespace);
  const { replaces: _declared, ...spec } = content.spec;
  return {
    ...withoutStatus(content),
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        [componentLabel(bundle.package, place.namespace)]: '',
        [MANAGED_LABEL]: 'true',
      },
      annotations: {
        ...metadata.annotations,
        ...(place.group === undefined ? {} : tenancyAnnotations(place.namespace, place.group)),
        [PROPERTIES_ANNOTATION]: bundle.properties,
        ...(place.leftOut.length === 0 ? {} : { [LEFT_OUT_ANNOTATION]: JSON.stringify(place.leftOut) }),
      },
      finalizers: [CSV_CLEANUP_FINALIZER],
    },
    spec: bundle.replaces === undefined ? spec : { ...spec, replaces: bundle.replaces },
  };
}

/** What of a bundle stays out, given which optional objects the cluster cannot hold. */
export function bundleLeftOut(
  csv: ClusterServiceVersion,
  objects: readonly KubeObject[],
  { waiting, policy }: { waiting: readonly LeftOut[]; policy: LeavesOut | undefined },
): LeftOut[] {
  const named = new Set(
    (csv.spec.webhookdefinitions ?? []).flatMap((webhook) => webhook.conversionCRDs ?? []),
  );
  const conversions = objects
    .filter((object) => object.kind === 'CustomResourceDefinition' && !named.has(object.metadata.name))
    .flatMap((crd) => leftOutOfCrd(crd, policy) ?? []);
  return [...leftOutOfCsv(csv.spec, policy), ...conversions, ...waiting];
}

/**
 * A CRD as it is applied. What other CSVs left on the existing one is carried over: applying again with our
 * field manager would otherwise take it away.
 */
export function crdForCluster(
  content: KubeObject,
  existing: KubeObject | undefined,
  bundle: PlanBundle,
  place: { namespace: string; conversion: Conversion },
): KubeObject {
  const { namespace } = place;
  const metadata = authoredMetadata(content, undefined);
  const own: KubeObject = {
    ...withoutStatus(content),
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        [componentLabel(bundle.package, namespace)]: '',
        [MANAGED_LABEL]: 'true',
      },
      annotations: { ...metadata.annotations, ...installedAlongside({ name: bundle.csv, namespace }) },
    },
    spec: crdSpec(content, place.conversion),
  };
  return withMarks(own, existing);
}

/** What is not applied stays as the CSV has set it: until it sets it anew, the version before answers. */
function crdSpec(content: KubeObject, fate: Conversion): unknown {
  const spec = content['spec'];
  if (!isJsonObject(spec) || fate === 'bundled') return spec;
  const { conversion: _conversion, ...rest } = spec;
  if (fate === 'byCsv') return rest;
  return convertsByWebhook(content) ? { ...rest, conversion: { strategy: 'None' } } : spec;
}

/**
 * A definition with the marks that other operators have left on the one that is there: what is applied without them takes them
 * away (OLM 56, 81).
 */
export function withMarks(crd: KubeObject, existing: KubeObject | undefined): KubeObject {
  const { labels, annotations } = crd.metadata;
  const isAlongside = (key: string): boolean => key.startsWith(INSTALLED_ALONGSIDE_PREFIX);
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      labels: { ...marksIn(existing?.metadata.labels, isComponentLabel), ...labels },
      annotations: { ...marksIn(existing?.metadata.annotations, isAlongside), ...annotations },
    },
  };
}

function marksIn(
  texts: Readonly<Record<string, string>> = {},
  isMark: (key: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isMark(key)));
}

/** Everything else a bundle or a strategy brings. `owner` is absent for cluster-scoped objects. */
export function ownedObject(
  content: KubeObject,
  bundle: PlanBundle,
  place: { namespace: string; namespaced: boolean; owners: readonly OwnerReference[] },
): KubeObject {
  const metadata = authoredMetadata(content, place.namespaced ? place.namespace : undefined);
  const object: KubeObject = {
    ...withoutStatus(content),
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        ...ownerLabels({ name: bundle.csv, namespace: place.namespace }),
        [componentLabel(bundle.package, place.namespace)]: '',
      },
      ...(place.owners.length === 0 ? {} : { ownerReferences: [...place.owners] }),
    },
  };
  return content.kind === 'RoleBinding' || content.kind === 'ClusterRoleBinding'
    ? { ...object, subjects: subjectsIn(content['subjects'], place.namespace) }
    : object;
}

/** Bundles may leave out the namespace of an account: it is the one of the operator. */
function subjectsIn(subjects: unknown, namespace: string): unknown[] {
  const all: unknown[] = Array.isArray(subjects) ? subjects : [];
  return all.map((subject) => {
    if (typeof subject !== 'object' || subject === null) return subject;
    const isAccount = 'kind' in subject && subject.kind === 'ServiceAccount';
    const placed = 'namespace' in subject && subject.namespace !== undefined && subject.namespace !== '';
    return isAccount && !placed ? { ...subject, namespace } : subject;
  });
}
