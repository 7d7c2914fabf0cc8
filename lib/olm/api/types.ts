/**
 * The kinds of `operators.coreos.com` as this code uses them. Everything else an object carries is kept (the shapes
 * extend KubeObject). Source: operator-framework/api v0.45 `pkg/operators/{v1alpha1,v1}`; behaviour numbers such as
 * OLM 20 refer to `docs/behaviours.md`.
 */
import type { Condition, KubeObject } from '../../k8s/object.ts';
import type { InstallModeType, PolicyRule } from './catalog.ts';

/** Where a catalog comes from: an image, an address or a ConfigMap (OLM 1, 5). */
export interface CatalogSource extends KubeObject {
  spec: {
    sourceType: 'grpc' | 'internal' | 'configmap';
    displayName?: string;
    publisher?: string;
    description?: string;
    priority?: number;
    configMap?: string;
    image?: string;
    /** `host:port` of a registry, `http(s)://…`, or `directory:NAME` for a directory the controller was started with. */
    address?: string;
    icon?: { base64data: string; mediatype: string };
    updateStrategy?: { registryPoll?: { interval?: string } };
    secrets?: string[];
  };
  status?: CatalogSourceStatus;
}

/** What became of reading the catalog; times are RFC 3339. `connectionState` READY means that content is offered (OLM 7). */
export interface CatalogSourceStatus {
  message?: string;
  reason?: string;
  connectionState?: {
    address?: string;
    lastConnect?: string;
    lastObservedState: 'IDLE' | 'CONNECTING' | 'READY' | 'TRANSIENT_FAILURE' | 'SHUTDOWN';
  };
  latestImageRegistryPoll?: string;
  configMapReference?: {
    name: string;
    namespace: string;
    uid?: string;
    resourceVersion?: string;
    lastUpdateTime?: string;
  };
  registryService?: {
    protocol?: string;
    createdAt?: string;
    serviceName?: string;
    serviceNamespace?: string;
    port?: string;
  };
  conditions?: Condition[];
}

/** Whether a person has to approve an InstallPlan before it runs; Automatic where the field is absent. */
export type Approval = 'Automatic' | 'Manual';

/** The wish to have a package of a catalog in a namespace and to keep it up to date (OLM 20). */
export interface Subscription extends KubeObject {
  spec: {
    source: string;
    sourceNamespace: string;
    /** The package. */
    name: string;
    channel?: string;
    startingCSV?: string;
    installPlanApproval?: Approval;
    config?: SubscriptionConfig;
  };
  status?: SubscriptionStatus;
}

/** Overrides for the operator's pods (see 69 in `pkg/lib/…/overrides`); shapes are core/v1's. */
export interface SubscriptionConfig {
  env?: { name: string; value?: string; valueFrom?: unknown }[];
  envFrom?: unknown[];
  volumes?: { name: string }[];
  volumeMounts?: { name: string; mountPath: string }[];
  tolerations?: unknown[];
  resources?: Record<string, unknown>;
  nodeSelector?: Record<string, string>;
  affinity?: Record<string, unknown>;
  annotations?: Record<string, string>;
  selector?: unknown;
}

/** Where a Subscription is, in the words that other tools wait for (OLM 21); UpgradeAvailable is only read, never written. */
export type SubscriptionState =
  '' | 'UpgradeAvailable' | 'UpgradePending' | 'UpgradeFailed' | 'AtLatestKnown';

/** `currentCSV` is the version aimed at, `installedCSV` the one that is there; times are RFC 3339. */
export interface SubscriptionStatus {
  state?: SubscriptionState;
  reason?: string;
  currentCSV?: string;
  installedCSV?: string;
  installplan?: { apiVersion: string; kind: string; name: string; uuid: string };
  installPlanRef?: ObjectReference;
  installPlanGeneration?: number;
  catalogHealth?: { catalogSourceRef: ObjectReference; lastUpdated: string; healthy: boolean }[];
  conditions?: Condition[];
  lastUpdated: string;
}

/** core/v1 ObjectReference. */
export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
}

/** How far a plan is; empty before anybody has looked at it (OLM 46). */
export type InstallPlanPhase = '' | 'Planning' | 'RequiresApproval' | 'Installing' | 'Complete' | 'Failed';

/** What became of one object of a plan; Present means that it was there before (OLM 47, 51). */
export type StepStatus =
  'Unknown' | 'NotPresent' | 'Present' | 'Created' | 'NotCreated' | 'WaitingForApi' | 'UnsupportedResource';

/** A list of objects to create or update for certain CSVs, which runs once approved (OLM 46). */
export interface InstallPlan extends KubeObject {
  spec: {
    clusterServiceVersionNames: string[];
    approval: Approval;
    approved: boolean;
    generation?: number;
    source?: string;
    sourceNamespace?: string;
  };
  status?: InstallPlanStatus;
}

/** How far a plan is; `plan` lists the objects, `attenuatedServiceAccountRef` whose rights it runs with (OLM 53). */
export interface InstallPlanStatus {
  phase: InstallPlanPhase;
  message?: string;
  startTime?: string;
  conditions?: Condition[];
  catalogSources: string[];
  plan?: InstallPlanStep[];
  bundleLookups?: unknown[];
  attenuatedServiceAccountRef?: ObjectReference;
}

/** One object that a plan brings, where its content lies, and what became of it (OLM 47). */
export interface InstallPlanStep {
  /** Name of the CSV this step belongs to. */
  resolving: string;
  resource: {
    sourceName: string;
    sourceNamespace: string;
    group: string;
    version: string;
    kind: string;
    name: string;
    /** JSON of the object itself, or of a ManifestReference when the content is kept by digest. */
    manifest?: string;
  };
  optional?: boolean;
  status: StepStatus;
}

/** Where an install is; empty before anybody has looked at it (OLM 59). */
export type CsvPhase =
  | ''
  | 'Pending'
  | 'InstallReady'
  | 'Installing'
  | 'Succeeded'
  | 'Failed'
  | 'Unknown'
  | 'Replacing'
  | 'Deleting';

/** A definition that a CSV owns or requires, by name `<plural>.<group>`, with hints for forms. */
export interface CrdDescription {
  name: string;
  version: string;
  kind: string;
  displayName?: string;
  description?: string;
  resources?: { kind: string; name?: string; version: string }[];
  specDescriptors?: Descriptor[];
  statusDescriptors?: Descriptor[];
  actionDescriptors?: Descriptor[];
}

/** Hint of the operator's author for one field: `path` is dotted from spec or status on, `x-descriptors` are URNs. */
export interface Descriptor {
  path: string;
  displayName?: string;
  description?: string;
  'x-descriptors'?: string[];
  value?: unknown;
}

/** An aggregated API that an operator serves or asks for; those it serves are not set up yet (OLM 70). */
export interface ApiServiceDescription {
  name: string;
  group: string;
  version: string;
  kind: string;
  deploymentName?: string;
  containerPort?: number;
  displayName?: string;
  description?: string;
}

/** Rules that an operator asks for, and the ServiceAccount they are for. */
export interface StrategyPermissions {
  serviceAccountName: string;
  rules: PolicyRule[];
}

/** A Deployment of the operator; `spec` is apps/v1's, kept as it was written. */
export interface StrategyDeployment {
  name: string;
  spec: Record<string, unknown>;
  label?: Record<string, string>;
}

/** A webhook that the operator serves; fields of admissionregistration/v1 stand beside ours (OLM 71). */
export interface WebhookDescription {
  type: 'ValidatingAdmissionWebhook' | 'MutatingAdmissionWebhook' | 'ConversionWebhook';
  generateName: string;
  deploymentName?: string;
  conversionCRDs?: string[];
  [field: string]: unknown;
}

/** One version of an operator in a namespace: what it is, what it needs and how it runs. */
export interface ClusterServiceVersion extends KubeObject {
  spec: {
    displayName: string;
    description?: string;
    version?: string;
    replaces?: string;
    skips?: string[];
    maturity?: string;
    minKubeVersion?: string;
    provider?: { name?: string; url?: string };
    icon?: { base64data: string; mediatype: string }[];
    install: {
      strategy: string;
      spec?: {
        deployments: StrategyDeployment[];
        permissions?: StrategyPermissions[];
        clusterPermissions?: StrategyPermissions[];
      };
    };
    installModes?: { type: InstallModeType; supported: boolean }[];
    customresourcedefinitions?: { owned?: CrdDescription[]; required?: CrdDescription[] };
    apiservicedefinitions?: { owned?: ApiServiceDescription[]; required?: ApiServiceDescription[] };
    nativeAPIs?: { group: string; version: string; kind: string }[];
    webhookdefinitions?: WebhookDescription[];
    [field: string]: unknown;
  };
  status?: CsvStatus;
}

/** Where an install is and why; times are RFC 3339. `cleanup` is upstream's, kept as it is. */
export interface CsvStatus {
  phase?: CsvPhase;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
  /** History, newest last, at most 20. */
  conditions?: CsvCondition[];
  requirementStatus?: RequirementStatus[];
  /** When the certificates of what it serves were made, and when they are made anew (OLM 70). */
  certsLastUpdated?: string;
  certsRotateAt?: string;
  cleanup?: unknown;
}

/** An entry of the history: a phase that the CSV was in, and why. */
export interface CsvCondition {
  phase?: CsvPhase;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
}

/** A requirement of a CSV and whether it is met; `dependents` are the rules of a ServiceAccount (OLM 65, 66). */
export interface RequirementStatus {
  group: string;
  version: string;
  kind: string;
  name: string;
  status: string;
  message: string;
  uuid?: string;
  dependents?: {
    group: string;
    version: string;
    kind: string;
    status: string;
    message?: string;
    uuid?: string;
  }[];
}

/** All that belongs to one package in one namespace, by the label that it carries. */
export interface OperatorObject extends KubeObject {
  status?: {
    components?: {
      labelSelector: { matchExpressions: { key: string; operator: 'Exists' }[] };
      refs?: (ObjectReference & { conditions?: Condition[] })[];
    };
  };
}

/** Settings of the cluster; the one named `cluster` counts. */
export interface OlmConfig extends KubeObject {
  spec?: { features?: { disableCopiedCSVs?: boolean } };
  status?: { conditions?: Condition[] };
}

/** Which namespaces the operators of a namespace watch; exactly one is needed (OLM 29, 75). */
export interface OperatorGroup extends KubeObject {
  spec?: {
    targetNamespaces?: string[];
    selector?: { matchLabels?: Record<string, string>; matchExpressions?: unknown[] };
    serviceAccountName?: string;
    staticProvidedAPIs?: boolean;
    upgradeStrategy?: 'Default' | 'TechPreviewUnsafeFailForward';
  };
  status?: {
    namespaces?: string[];
    lastUpdated?: string;
    conditions?: Condition[];
    serviceAccountRef?: ObjectReference;
  };
}
