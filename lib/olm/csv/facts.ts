/** What deciding about a ClusterServiceVersion starts from. */
import type { KubeObject, ObjectRef, Resource } from '../../k8s/object.ts';
import type { Grants } from '../../k8s/rbac.ts';
import type { OperatorCondition } from './operator-condition.ts';
import type { CrdFacts } from '../plan/crd.ts';
import type { LeavesOut } from '../plan/left-out.ts';
import type { GroupTargets } from '../plan/objects.ts';
import type { NewCertificate, ObjectWrite } from '../plan/decision.ts';
import type { CsvReason } from '../api/vocabulary.ts';
import type { ClusterServiceVersion, CsvPhase, RequirementStatus, SubscriptionConfig } from '../api/types.ts';

/** An OperatorGroup of another namespace: what it says it provides, for which namespaces, and whether it was there first. */
export interface RivalGroup {
  targets: readonly string[];
  apis: readonly string[];
  isOlder: boolean;
}

/** What a CSV brought, by its labels. */
export interface OwnedObject {
  resource: Resource;
  object: KubeObject;
}

/** What is to be known of the certificate that a Deployment serves with. */
export interface DeploymentCertificate {
  /** PEM of the authorities that its callers are to trust, in base64. */
  caBundle: string;
  /** Of these; pods that bear another are to be started anew. */
  caHash: string;
  /** Unix ms. */
  madeAt: number;
  /** Unix ms at which another one is made: a day before its end. */
  rotateAt: number;
  /** To whom the Secret belongs that it is in. */
  owners?: KubeObject['metadata']['ownerReferences'];
}

/** All that is known of one CSV and what surrounds it; gathered anew for each decision. */
export interface CsvFacts {
  csv: ClusterServiceVersion;
  groups: readonly GroupTargets[];
  /** OperatorGroups elsewhere that say they provide an API which the CSV owns. */
  rivals?: readonly RivalGroup[];
  /** The OperatorGroup allows to replace Failed CSVs. */
  failForward: boolean;
  /** The other CSVs of the namespace, copies left out. */
  siblings: readonly ClusterServiceVersion[];
  /** CustomResourceDefinitions that the CSV owns or requires, by name. */
  crds: ReadonlyMap<string, CrdFacts>;
  /** ServiceAccounts of the namespace (metadata) by name. */
  serviceAccounts: ReadonlyMap<string, KubeObject>;
  /**
   * Existing roles and bindings that carry labels of this CSV, by `Kind/namespace/name`; no namespace for cluster-scoped.
   * Those of the CSV's own namespace with what they grant, and to whom.
   */
  rbac: ReadonlyMap<string, KubeObject>;
  /** All that RBAC grants, whoever made it; absent where nobody has looked, as the roles made for this CSV are there. */
  grants?: Grants;
  /** Deployments of the namespace that we manage, by name. */
  deployments: ReadonlyMap<string, KubeObject>;
  /** Services of the namespace that we manage, by name. */
  services: ReadonlyMap<string, KubeObject>;
  /** Names of those that the API server would leave as they are, whatever hash they bear. */
  unchanged?: ReadonlySet<string>;
  /** OperatorConditions of the namespace by name, which is that of their CSV. */
  operatorConditions: ReadonlyMap<string, OperatorCondition>;
  /** `spec.config` of the Subscription that installed this CSV. */
  config: SubscriptionConfig | undefined;
  /** Package by which the objects are labelled, when it is known. */
  packageName: string | undefined;
  /** Such as `1.36.3`. */
  serverVersion: string;
  /** `group/version/Kind` of APIs the server has; only asked for when the CSV requires some. */
  servedApis: ReadonlySet<string>;
  /** An InstallPlan is bringing this CSV's objects right now: what is missing is on its way. */
  planRunning: boolean;
  /** Webhook configurations of the whole cluster that carry this CSV's owner labels. */
  webhooks: readonly OwnedObject[];
  /** The APIServices of the cluster, by name; absent where they may not be read. */
  apiServices?: ReadonlyMap<string, KubeObject>;
  /** CSVs that own some of them and are there, by `namespace/` and the value of the owner label. */
  livingOwners?: ReadonlySet<string>;
  /** What of CSVs is not installed; absent: all is. */
  leavesOut?: LeavesOut;
  /** Names of bindings outside of the namespace that an operator of another one has, which serves by the same name. */
  foreignBindings?: ReadonlySet<string>;
  /** By the name of the Deployment that serves with it. */
  certificates?: ReadonlyMap<string, DeploymentCertificate>;
  /** What carries this CSV's owner labels, wherever it is; only looked for when the CSV is being deleted. */
  ownedObjects: readonly OwnedObject[];
  /** By definition, how many instances it runs on for, though it is being deleted (`removal/hold.ts`); absent: none. */
  goingInstances?: ReadonlyMap<string, number>;
}

/** The phase to go to, and why. It is written even when the phase stays the same. */
export interface CsvTransition {
  phase: CsvPhase;
  reason: CsvReason;
  message: string;
}

/** Short for a transition, so that reasons stand where they are decided. */
export function to(phase: CsvPhase, reason: CsvReason, message: string): CsvTransition {
  return { phase, reason, message };
}

/**
 * One step of the state machine: the actions first, then the transition; without either, to look again after
 * `requeueAfterMs` milliseconds.
 */
export interface CsvStep {
  next?: CsvTransition;
  requirementStatus?: RequirementStatus[];
  actions: ObjectWrite[];
  requeueAfterMs?: number;
}

/** A step to that phase, with what is written on the way. */
export function go(next: CsvTransition, more: Partial<CsvStep> = {}): CsvStep {
  return { actions: [], ...more, next };
}

/** One write of a step, in the words of the tables that are held against it (`replay.ts`). */
export type CsvAction =
  | { kind: 'apply'; resource: Resource; object: KubeObject }
  | ({ kind: 'certificate' } & NewCertificate)
  | { kind: 'delete'; resource: Resource; ref: ObjectRef; uid: string }
  /** Metadata of the CSV itself. */
  | { kind: 'annotate'; annotations: Record<string, string>; finalizers: string[] };
