/**
 * What the machine of plans answers and asks for: the shape that all deciders of the house have. Actions are carried out
 * first, in their order; the status is written after them.
 */
import type { KubeObject, OwnerReference } from '../../k8s/object.ts';
import type { KudoInstanceStatus, PlanExecution } from '../api/types.ts';
import type { PipeFile } from '../api/task.ts';

/** What becomes of an Instance now. */
export interface InstanceDecision {
  /** Absent where it may stay. */
  status?: KudoInstanceStatus | undefined;
  actions: readonly KudoAction[];
  again?: DecideAgain | undefined;
}

/**
 * When to decide again although nobody changed anything. `written`: once the status is stored; `retry`: with growing pauses; `after`:
 * when that time has passed;
 * absent: when something changes that the decision was made from.
 */
export type DecideAgain =
  { kind: 'written' } | { kind: 'retry'; why: string } | { kind: 'after'; ms: number };

/** Where an object is, whatever its kind. */
export interface ObjectAt {
  apiVersion: string;
  kind: string;
  /** Absent for objects of the cluster. */
  namespace?: string | undefined;
  name: string;
}

/** One write about an object that a task wants. */
export type ObjectAction =
  | { kind: 'create'; object: KubeObject }
  /** `version` is the resourceVersion that was looked at. */
  | {
      kind: 'patch';
      at: ObjectAt;
      type: 'strategic' | 'merge';
      patch: Record<string, unknown>;
      version: string | undefined;
    }
  /** Foreground; holds only for the object with that uid. */
  | { kind: 'delete'; at: ObjectAt; uid: string | undefined }
  /** Reads files of a running pod, which answer in `PipeOutput`. */
  | { kind: 'read-files'; pod: ObjectAt; files: readonly PipeFile[] };

/** What the instance itself is to become, beside its status; admission has the last word about the plan. */
export interface InstancePatch {
  planExecution?: PlanExecution;
  finalizers?: readonly string[];
  annotations?: Readonly<Record<string, string | null>>;
  ownerReferences?: readonly OwnerReference[];
}

/** Everything that a decision may ask for. */
export type KudoAction =
  | ObjectAction
  | { kind: 'patch-instance'; patch: InstancePatch }
  | { kind: 'event'; type: 'Normal' | 'Warning'; reason: EventReason; message: string };

/** Reasons of events (KUDO 59). `PlanAborted`, `InvalidPlan`, `InvalidParams` and `UpdateRefused` are ours, and those of schedules. */
export const EVENT_REASONS = [
  ...['PlanStarted', 'PlanFinished', 'PlanAborted', 'InvalidPlan', 'InvalidParams', 'UpdateRefused'],
  ...['InvalidOperatorVersion', 'CircularDependency', 'TaskRenderingError', 'TaskEnhancementError'],
  ...['DummyTaskError', 'ResourceUnmarshalError', 'ResourceValidationError', 'FailedTerminalStateError'],
  ...['PipeTaskError', 'ToggleTaskError', 'UnknownTaskName', 'TaskBuildError'],
  ...['MissingPhaseStatus', 'MissingStepStatus', 'InvalidSchedule', 'ScheduleMissed'],
] as const;

/** One of them. */
export type EventReason = (typeof EVENT_REASONS)[number];

/** Where a task stands. */
export interface TaskPlace {
  plan: string;
  phase: string;
  step: string;
  task: string;
  /** Of the run. */
  uid: string;
}

/** What came of a task in this pass; a done one asks for nothing. `note` is worth saying though nothing failed. */
export type TaskOutcome =
  | { kind: 'done'; note?: string | undefined }
  | { kind: 'waiting'; why?: string | undefined; actions: readonly ObjectAction[]; note?: string | undefined }
  | { kind: 'transient'; message: string; actions?: readonly ObjectAction[] | undefined }
  | { kind: 'fatal'; message: string; reason: EventReason };
