/** The steps of an InstallPlan: what a bundle and its CSV's strategy bring. */
import { parseApiVersion, type KubeObject } from '../../k8s/object.ts';
import { manifestReference, type PlanBundle } from './bundle.ts';
import { isVersionGone, planKind } from './kinds.ts';
import { componentLabel, MANAGED_LABEL } from '../api/labels.ts';
import { generatedRbac } from './rbac.ts';
import { subscriptionObject, subscriptionSpec } from '../api/subscription.ts';
import type { ClusterServiceVersion, InstallPlanStep } from '../api/types.ts';

/** The CSV a bundle is about, given how the caller tells a CSV from other objects. */
export function bundleCsv(
  bundle: PlanBundle,
  objects: readonly KubeObject[],
  isCsv: (object: KubeObject) => object is ClusterServiceVersion,
): ClusterServiceVersion | undefined {
  return objects.filter(isCsv).find((csv) => csv.metadata.name === bundle.csv);
}

/** OLM 47: CSVs, then definitions, then all else, over the whole plan. */
export function inOrder(steps: readonly InstallPlanStep[]): InstallPlanStep[] {
  return [...steps].sort((a, b) => rank(a.resource.kind) - rank(b.resource.kind));
}

const rank = (kind: string): number =>
  kind === 'ClusterServiceVersion' ? 0 : kind === 'CustomResourceDefinition' ? 1 : 2;

/** Steps of one bundle, not in order yet. Objects of unsupported kinds get a step that says so. */
export function bundleSteps(
  bundle: PlanBundle,
  objects: readonly KubeObject[],
  csv: ClusterServiceVersion,
  namespace: string,
): InstallPlanStep[] {
  const named = new Set(objects.map((object) => `${object.kind}/${object.metadata.name}`));
  const fromBundle = objects
    .map((object, index) => ({ object, index }))
    .filter(({ object }) => object.kind !== 'ClusterServiceVersion' || object.metadata.name === bundle.csv)
    .map(({ object, index }) =>
      step(bundle, object, manifestReference(bundle, index, object.kind === 'ClusterServiceVersion')),
    );
  const generated = generatedRbac({ name: bundle.csv, namespace, spec: csv.spec })
    .filter((object) => !named.has(`${object.kind}/${object.metadata.name}`))
    .map((object) => step(bundle, object, JSON.stringify(object)));
  const subscription = dependencySubscription(bundle, namespace);
  const subscribed =
    subscription === undefined ? [] : [step(bundle, subscription, JSON.stringify(subscription))];
  return [...fromBundle, ...generated, ...subscribed];
}

/** Of a bundle whose content is of no use. */
export function lonelyStep(bundle: PlanBundle): InstallPlanStep {
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: bundle.csv },
  };
  return { ...step(bundle, csv, manifestReference(bundle, 0, true)), status: 'NotPresent' };
}

/** OLM 28: so that a dependency is upgraded from then on like everything else. */
function dependencySubscription(bundle: PlanBundle, namespace: string): KubeObject | undefined {
  const { generated, subscription: name, package: packageName, catalog, catalogNamespace, csv } = bundle;
  if (generated === undefined) return undefined;
  const labels = { [componentLabel(packageName, namespace)]: '', [MANAGED_LABEL]: 'true' };
  return subscriptionObject(
    { name, namespace, labels },
    subscriptionSpec({
      package: packageName,
      catalog: { namespace: catalogNamespace, name: catalog },
      channel: generated.channel,
      startingCSV: csv,
      approval: 'Automatic',
    }),
  );
}

function step(bundle: PlanBundle, object: KubeObject, manifest: string): InstallPlanStep {
  const { group, version } = parseApiVersion(object.apiVersion);
  const kind = planKind({ group, version, kind: object.kind });
  return {
    resolving: bundle.csv,
    resource: {
      sourceName: bundle.catalog,
      sourceNamespace: bundle.catalogNamespace,
      group,
      version,
      // Upstream's name for a Secret out of a bundle.
      kind: object.kind === 'Secret' ? 'BundleSecret' : object.kind,
      name: object.metadata.name,
      manifest,
    },
    ...(kind?.optional === true ? { optional: true } : {}),
    status:
      kind !== undefined
        ? 'Unknown'
        : isVersionGone({ group, version, kind: object.kind })
          ? 'NotPresent'
          : 'UnsupportedResource',
  };
}
