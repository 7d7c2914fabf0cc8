/** Facts for the deciding functions of an install: everything fits, unless a test says otherwise. */
import { optional } from '../base/loose.ts';
import { byName, type KubeObject } from '../k8s/object.ts';
import { missingServing } from '../olm/csv/certificates/standing.ts';
import { wantedDeployments } from '../olm/csv/deployment.ts';
import type { CsvFacts, DeploymentCertificate } from '../olm/csv/facts.ts';
import { wantedCondition } from '../olm/csv/operator-condition.ts';
import type { NewPlan } from '../olm/plan/decision.ts';
import type { PlanBundle } from '../olm/plan/bundle.ts';
import { crdFacts, type CrdFacts } from '../olm/plan/crd.ts';
import type { PlanFacts } from '../olm/plan/facts.ts';
import { tenancyAnnotations } from '../olm/plan/objects.ts';
import { generatedRbac, rbacKey } from '../olm/plan/rbac.ts';
import { lonelyStep } from '../olm/plan/steps.ts';
import type { CatalogPackage } from '../olm/api/catalog.ts';
import type { KnownCatalog, SubscriptionFacts } from '../olm/subscription/facts.ts';
import type { ClusterServiceVersion, InstallPlan, InstallPlanStep } from '../olm/api/types.ts';
import { providedApisOf } from '../olm/tenancy/provided.ts';
import { aPackage } from './catalog.ts';

/** 2026-01-01T00:10:00Z; builders date everything ten minutes earlier. */
export const NOW = Date.UTC(2026, 0, 1, 0, 10);
/** Ten minutes before `NOW`, RFC 3339. */
export const EARLIER = '2026-01-01T00:00:00Z';
const NAMESPACE = 'team-a';

/** A CSV with one owned CRD, one account with namespaced and cluster rights, and one Deployment. */
export function anInstallableCsv(
  name = 'tickets.v1.0.0',
  more: {
    spec?: Partial<ClusterServiceVersion['spec']>;
    metadata?: Partial<ClusterServiceVersion['metadata']>;
    status?: ClusterServiceVersion['status'];
  } = {},
): ClusterServiceVersion {
  const rules = [{ apiGroups: [''], resources: ['events'], verbs: ['create'] }];
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name,
      namespace: NAMESPACE,
      uid: `uid-${name}`,
      creationTimestamp: EARLIER,
      annotations: tenancyAnnotations(NAMESPACE, { name: 'group', targets: [NAMESPACE] }),
      finalizers: ['operators.coreos.com/csv-cleanup'],
      ...more.metadata,
    },
    spec: {
      displayName: 'Tickets',
      version: '1.0.0',
      installModes: [
        { type: 'OwnNamespace', supported: true },
        { type: 'AllNamespaces', supported: true },
      ],
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [
            {
              name: 'tickets',
              spec: { replicas: 1, template: { spec: { containers: [{ name: 'manager', image: 'x' }] } } },
            },
          ],
          permissions: [{ serviceAccountName: 'tickets', rules }],
          clusterPermissions: [{ serviceAccountName: 'tickets', rules }],
        },
      },
      customresourcedefinitions: { owned: [{ name: 'tickets.example.com', version: 'v1', kind: 'Ticket' }] },
      ...more.spec,
    },
    ...optional({ status: more.status }),
  };
}

/**
 * A CRD of kind Ticket with one version, `v1`. @param name `<plural>.<group>` @param established whether the API
 * server serves it
 */
export function aCrd(name = 'tickets.example.com', established = true): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name, uid: `uid-${name}` },
    spec: {
      group: name.slice(name.indexOf('.') + 1),
      names: { kind: 'Ticket', plural: name.slice(0, name.indexOf('.')) },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true }],
    },
    status: {
      storedVersions: ['v1'],
      conditions: [
        { type: 'NamesAccepted', status: 'True' },
        { type: 'Established', status: established ? 'True' : 'False' },
      ],
    },
  };
}

/** Facts of CRDs by name, as `CsvFacts` and `PlanFacts` take them; objects that are no CRDs are left out. */
export function crdMap(...crds: readonly KubeObject[]): Map<string, CrdFacts> {
  return new Map(crds.flatMap((crd) => crdFacts(crd) ?? []).map((facts) => [facts.name, facts]));
}

/** Status of a Deployment with one replica that has been rolled out and is available. */
export const healthyStatus = {
  observedGeneration: 1,
  updatedReplicas: 1,
  conditions: [
    { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
    { type: 'Available', status: 'True' },
  ],
};

/** Everything that the CSV needs is there, its Deployments run. */
export function csvFactsOf(csv: ClusterServiceVersion, more: Partial<CsvFacts> = {}): CsvFacts {
  const { name, namespace = '' } = csv.metadata;
  const identity = { name, namespace, spec: csv.spec };
  const facts: CsvFacts = {
    csv,
    groups: [{ name: 'group', targets: [namespace], providedApis: providedApisOf(csv) }],
    failForward: false,
    siblings: [],
    crds: crdMap(aCrd()),
    serviceAccounts: new Map([['tickets', account('tickets')]]),
    rbac: new Map(generatedRbac(identity).map((object) => [rbacKey(object), object])),
    deployments: new Map(),
    services: new Map(),
    operatorConditions: new Map([[name, wantedCondition(csv)]]),
    config: undefined,
    packageName: 'tickets',
    serverVersion: '1.36.3',
    servedApis: new Set(),
    planRunning: false,
    webhooks: [],
    ownedObjects: [],
    ...more,
  };
  const running = wantedDeployments(facts).map((object) => withStatus(object, healthyStatus));
  const deployments = new Map(running.map((object) => [object.metadata.name, object]));
  const { certificates = new Map() } = facts;
  const none = { certificates, services: new Map(), rbac: new Map() };
  const around = missingServing({ ...facts, ...none }).map(({ object }) => object);
  const [services, rights] = [true, false].map((isService) =>
    around.filter(({ kind }) => (kind === 'Service') === isService),
  );
  return {
    ...facts,
    deployments: more.deployments ?? deployments,
    services: more.services ?? byName(services ?? []),
    rbac: more.rbac ?? new Map([...facts.rbac, ...(rights ?? []).map((one) => [rbacKey(one), one] as const)]),
  };
}

/** Made now, and good for two years. */
export function aCertificate(
  caBundle = 'Q0E=',
  more: Partial<DeploymentCertificate> = {},
): DeploymentCertificate {
  return { caBundle, caHash: 'hash', madeAt: NOW, rotateAt: NOW + 729 * 86_400_000, ...more };
}

/** A ServiceAccount owned by CSVs with these uids; each uid is its CSV's name, too. */
export function account(name: string, ...ownerUids: readonly string[]): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: {
      name,
      uid: `uid-${name}`,
      ownerReferences: ownerUids.map((uid) => ({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'ClusterServiceVersion',
        name: uid,
        uid,
      })),
    },
  };
}

/** The object in generation 1 with another status. */
export function withStatus(object: KubeObject, status: unknown): KubeObject {
  return { ...object, metadata: { ...object.metadata, generation: 1 }, status };
}

/** The bundle of `anInstallableCsv`, as a plan names it. */
export function aPlanBundle(more: Partial<PlanBundle> = {}): PlanBundle {
  return {
    csv: 'tickets.v1.0.0',
    package: 'tickets',
    subscription: 'tickets',
    catalog: 'samples',
    catalogNamespace: 'capstan-system',
    digest: 'sha256:aa',
    properties: '{"properties":[]}',
    ...more,
  };
}

/** @param status says what the plan installs, unless it has steps of its own */
export function anInstallPlan(
  bundles: readonly PlanBundle[],
  status?: InstallPlan['status'],
  more: { approved?: boolean; generation?: number; owner?: string; name?: string } = {},
): InstallPlan {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: {
      name: more.name ?? 'install-aaaaa',
      namespace: NAMESPACE,
      uid: 'uid-plan',
      ownerReferences: [
        {
          apiVersion: 'operators.coreos.com/v1alpha1',
          kind: 'Subscription',
          name: 'tickets',
          uid: more.owner ?? 'uid-sub',
        },
      ],
    },
    spec: {
      clusterServiceVersionNames: bundles.map((bundle) => bundle.csv),
      approval: 'Automatic',
      approved: more.approved ?? true,
      generation: more.generation ?? 1,
    },
    ...(status === undefined ? {} : { status: { plan: bundles.map(csvStep), ...status } }),
  };
}

/** A plan as it is once the controller has said in its status what it installs. */
export function begun({ plan, bundles }: NewPlan): InstallPlan {
  const phase = plan.spec.approved ? 'Installing' : 'RequiresApproval';
  return { ...plan, status: { phase, catalogSources: [], plan: bundles.map(csvStep) } };
}

const csvStep = (bundle: PlanBundle): InstallPlanStep => ({ ...lonelyStep(bundle), status: 'Unknown' });

/**
 * One OperatorGroup that targets its own namespace, nothing installed yet. @param objects the content of bundle
 * `sha256:aa`
 */
export function planFactsOf(
  plan: InstallPlan,
  objects: readonly KubeObject[],
  more: Partial<PlanFacts> = {},
): PlanFacts {
  return {
    plan,
    groups: [{ name: 'group', targets: [NAMESPACE] }],
    bundles: [aPlanBundle()],
    globalNamespace: 'capstan-system',
    contents: new Map([['sha256:aa', objects]]),
    isCsv: (object): object is ClusterServiceVersion => object.kind === 'ClusterServiceVersion',
    crds: new Map(),
    csvs: new Map(),
    serviceAccounts: new Map(),
    ...more,
  };
}

/** A catalog that the resolver may use. */
export function aCatalog(
  packages: readonly CatalogPackage[],
  more: Partial<KnownCatalog> = {},
): KnownCatalog {
  const content = new Map(packages.map((pkg) => [pkg.name, pkg]));
  return { ref: { namespace: 'capstan-system', name: 'samples' }, packages: content, content, ...more };
}

/**
 * A namespace without Subscriptions, one OperatorGroup, and a healthy catalog whose package `tickets` has no
 * channels.
 */
export function subscriptionFactsOf(more: Partial<SubscriptionFacts> = {}): SubscriptionFacts {
  return {
    namespace: NAMESPACE,
    operatorGroups: 1,
    failForward: false,
    planPerSubscription: false,
    wholeNamespace: false,
    subscriptions: [],
    csvs: [],
    plans: [],
    catalogSources: [{ namespace: 'capstan-system', name: 'samples', uid: 'uid-cat', healthy: true }],
    catalogs: [aCatalog([aPackage('tickets', {})])],
    images: new Map(),
    ...more,
  };
}
