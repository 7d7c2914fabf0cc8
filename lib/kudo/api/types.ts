/**
 * The kinds of declarative operators, as the cluster keeps them: group kudo.dev, version v1beta1, all namespaced.
 * Source: KUDO `pkg/apis/kudo/v1beta1`.
 */
import type { Condition, KubeObject, ObjectMeta, Resource } from '../../k8s/object.ts';
import type { PlanExecutionStatus } from './execution.ts';

/** The group of all kinds. */
export const KUDO_GROUP = 'kudo.dev';
/** Group and version, as objects and packages write them. */
export const KUDO_API_VERSION = 'kudo.dev/v1beta1';

function kudoResource(plural: string, kind: string): Resource {
  return { group: KUDO_GROUP, version: 'v1beta1', plural, kind, namespaced: true };
}

/** The resource types of the group; only instances have a status subresource (KUDO 1). */
export const kudoResources = {
  operators: kudoResource('operators', 'Operator'),
  operatorVersions: kudoResource('operatorversions', 'OperatorVersion'),
  instances: kudoResource('instances', 'Instance'),
} as const satisfies Record<string, Resource>;

/** Who looks after a package. */
export interface KudoMaintainer {
  name?: string | undefined;
  email?: string | undefined;
}

/** What all versions of an operator share (KUDO 1). */
export interface KudoOperatorSpec {
  description?: string | undefined;
  kudoVersion?: string | undefined;
  kubernetesVersion?: string | undefined;
  maintainers?: KudoMaintainer[] | undefined;
  url?: string | undefined;
  /** File of the template that makes the namespace. */
  namespaceManifest?: string | undefined;
}

/** An Operator of the cluster; its status is empty. */
export interface KudoOperator extends KubeObject {
  metadata: ObjectMeta & { name: string };
  spec: KudoOperatorSpec;
}

/** Points at an object; an empty namespace is that of the object that points (KUDO 6). */
export interface VersionReference {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
  resourceVersion?: string | undefined;
  fieldPath?: string | undefined;
}

/** `serial` and `parallel` are meant; whatever else is written behaves as parallel (KUDO 49). */
export type PlanStrategy = string;

/** Tasks by name, all of them run in every pass. */
export interface KudoStep {
  name: string;
  tasks: string[];
}
/** Steps under one strategy. */
export interface KudoPhase {
  name: string;
  strategy?: PlanStrategy | undefined;
  steps: KudoStep[];
}
/** Phases under one strategy (KUDO 3); a plan may have none (KUDO 50). */
export interface KudoPlan {
  strategy?: PlanStrategy | undefined;
  phases: KudoPhase[];
}

/** One file of a Pipe task. */
export interface KudoPipe {
  file?: string | undefined;
  envFile?: string | undefined;
  kind?: string | undefined;
  key?: string | undefined;
}

/** One flat record for all kinds of tasks (KUDO 4); `builtTask` says what a kind makes of it. */
export interface KudoTaskSpec {
  resources?: string[] | undefined;
  parameter?: string | undefined;
  wantErr?: boolean | undefined;
  fatal?: boolean | undefined;
  done?: boolean | undefined;
  pod?: string | undefined;
  pipe?: KudoPipe[] | undefined;
  package?: string | undefined;
  instanceName?: string | undefined;
  appVersion?: string | undefined;
  operatorVersion?: string | undefined;
  parameterFile?: string | undefined;
}
/** A task as its author wrote it: its kind may be none that we know. */
export interface KudoTask {
  name: string;
  kind: string;
  spec: KudoTaskSpec;
}

/** A parameter as the OperatorVersion keeps it (KUDO 5). */
export interface KudoParameter {
  name: string;
  displayName?: string | undefined;
  description?: string | undefined;
  /** Packages say it of each parameter, true where their author says nothing (KUDO 13); absent is false here. */
  required?: boolean | undefined;
  /** Text also for numbers, maps and lists (KUDO 15, 16). */
  default?: string | undefined;
  /** Name of a plan. */
  trigger?: string | undefined;
  /** Absent means string (KUDO 13). */
  type?: string | undefined;
  immutable?: boolean | undefined;
  enum?: string[] | undefined;
}

/** A heading of the form (KUDO 13). */
export interface KudoParameterGroup {
  name: string;
  displayName?: string | undefined;
  description?: string | undefined;
  prio?: number | undefined;
}

/** What packages say of parameters for their form and the API has no field for (KUDO 5). */
export interface ParameterForm {
  groups: KudoParameterGroup[];
  /** By the name of the parameter. */
  parameters: Record<
    string,
    { group?: string | undefined; advanced?: boolean | undefined; hint?: string | undefined }
  >;
}

/** One version of an operator (KUDO 2). */
export interface KudoOperatorVersionSpec {
  operator: VersionReference;
  version: string;
  appVersion?: string | undefined;
  /** Texts by the name of their file. */
  templates: Record<string, string>;
  tasks: KudoTask[];
  parameters: KudoParameter[];
  plans: Record<string, KudoPlan>;
  connectionString?: string | undefined;
  upgradableFrom?: VersionReference[] | undefined;
}
/** An OperatorVersion of the cluster; its status is empty, and nothing keeps it from being changed (KUDO 2). */
export interface KudoOperatorVersion extends KubeObject {
  metadata: ObjectMeta & { name: string };
  spec: KudoOperatorVersionSpec;
}

/** Which plan runs; only admission writes it, an empty name means that nothing runs (KUDO 41). */
export interface PlanExecution {
  planName?: string | undefined;
  uid?: string | undefined;
  status?: PlanExecutionStatus | undefined;
}
/** What an Instance asks for (KUDO 6). */
export interface KudoInstanceSpec {
  operatorVersion: VersionReference;
  parameters?: Record<string, string> | undefined;
  planExecution?: PlanExecution | undefined;
}

/** How far a step is. */
export interface StepProgress {
  name: string;
  status: PlanExecutionStatus;
  message?: string | undefined;
}
/** How far a phase is. */
export interface PhaseProgress {
  name: string;
  status: PlanExecutionStatus;
  message?: string | undefined;
  steps: StepProgress[];
}
/** The last run of a plan (KUDO 7). */
export interface PlanProgress {
  name: string;
  status: PlanExecutionStatus;
  message?: string | undefined;
  /** RFC 3339. */
  lastUpdatedTimestamp?: string | undefined;
  uid?: string | undefined;
  phases: PhaseProgress[];
}

/** One run of a plan that has ended or was begun; the newest first. */
export interface PlanRunRecord {
  plan: string;
  uid: string;
  status: PlanExecutionStatus;
  /** RFC 3339. */
  started: string;
  /** RFC 3339; absent while it runs. */
  ended?: string | undefined;
  message?: string | undefined;
  /** Name of the OperatorVersion; absent, as all that follows, in what older controllers have kept. */
  version?: string | undefined;
  /** That of the run before, where it was another. */
  versionBefore?: string | undefined;
  /** Against the run before, or the defaults for the first; absent where that is not known any more. */
  changed?: RunChange[] | undefined;
  /** Of the newest run alone: what the next is held against. Long ones are cut, of passwords there is a keyed hash. */
  values?: Record<string, string> | undefined;
}

/** A parameter that differs between two runs; `was` and `is` are absent where it has no value, and for passwords. */
export interface RunChange {
  name: string;
  was?: string | undefined;
  is?: string | undefined;
  /** It is a password. */
  hidden?: boolean | undefined;
}

/** What is known of an Instance (KUDO 7); `runs` is ours, and kept beside the object: KUDO keeps no history. */
export interface KudoInstanceStatus {
  planStatus?: Record<string, PlanProgress> | undefined;
  conditions?: Condition[] | undefined;
  runs?: PlanRunRecord[] | undefined;
}
/** An Instance of the cluster. */
export interface KudoInstance extends KubeObject {
  metadata: ObjectMeta & { name: string };
  spec: KudoInstanceSpec;
  status?: KudoInstanceStatus | undefined;
}
