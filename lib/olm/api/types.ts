/**
 * The kinds of `operators.coreos.com` as this code uses them. Everything else an object carries is kept (the shapes
 * extend KubeObject). Source: operator-framework/api v0.45 `pkg/operators/{v1alpha1,v1}`; behaviour numbers such as
 * OLM 20 refer to `docs/behaviours.md`.
 */
import type { Condition, KubeObject } from '../../k8s/object.ts';
import type { InstallModeType, PolicyRule } from './catalog.ts';

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

export type Approval = 'Automatic' | 'Manual';

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

export type SubscriptionState =
  '' | 'UpgradeAvailable' | 'UpgradePending' | 'UpgradeFailed' | 'AtLatestKnown';

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

export type InstallPlanPhase = '' | 'Planning' | 'RequiresApproval' | 'Installing' | 'Complete' | 'Failed';

export type StepStatus =
  'Unknown' | 'NotPresent' | 'Present' | 'Created' | 'NotCreated' | 'WaitingForApi' | 'UnsupportedResource';

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

export interface Descriptor {
  path: string;
  displayName?: string;
  description?: string;
  'x-descriptors'?: string[];
  value?: unknown;
}

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

export interface StrategyPermissions {
  serviceAccountName: string;
  rules: PolicyRule[];
}

export interface StrategyDeployment {
  name: string;
  spec: Record<string, unknown>;
  label?: Record<string, string>;
}

export interface WebhookDescription {
  type: 'ValidatingAdmissionWebhook' | 'MutatingAdmissionWebhook' | 'ConversionWebhook';
  generateName: string;
  deploymentName?: string;
  conversionCRDs?: string[];
  [field: string]: unknown;
}

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

export interface CsvStatus {
  phase?: CsvPhase;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
  /** History, newest last, at most 20. */
  conditions?: CsvCondition[];
  requirementStatus?: RequirementStatus[];
  cleanup?: unknown;
}

export interface CsvCondition {
  phase?: CsvPhase;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
}

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
