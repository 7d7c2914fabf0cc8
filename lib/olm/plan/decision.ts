/**
 * What every decider answers, and all that a decision may ask for. Facts go in, one of these comes out; whoever carries it
 * out (`server/install/reconcile.ts`) knows no kind, and whoever previews it carries nothing out.
 */
import type { KubeObject, ObjectRef, Resource } from '../../k8s/object.ts';
import type { InstallPlan } from '../api/types.ts';
import type { PlanBundle } from './bundle.ts';

/** What becomes of one object now. */
export interface Decision<Status extends object> {
  /** The status that it is to have, written after the actions; the very same one, or none, where it may stay. */
  status?: Status | undefined;
  /** Writes, about other objects at once and about the object itself after them. */
  actions: readonly Action[];
  /** When to decide again although nobody has changed anything; absent: when something changes. */
  again?: Again;
}

/** One write; a deletion holds only for the object with that `uid`, a patch for the version that was looked at. */
export type ObjectWrite =
  | { kind: 'apply'; resource: Resource; object: KubeObject }
  | { kind: 'delete'; resource: Resource; ref: ObjectRef; uid: string }
  | ({ kind: 'patch'; resource: Resource; object: KubeObject } & ObjectPatch)
  | ({ kind: 'certificate' } & NewCertificate);

/** All that a decision may ask for. */
export type Action =
  | ObjectWrite
  /** Of one object among several that are decided together; `log` is what of it is worth a line. */
  | { kind: 'status'; resource: Resource; object: KubeObject; status: object; log: Record<string, unknown> }
  | ({ kind: 'step' } & StepAction)
  | ({ kind: 'begin' } & NewPlan)
  /** Told after the write that stands before it. */
  | ({ kind: 'event' } & Happening);

/** A Secret for a key and its certificate, which are made on the way: a decision has no randomness. */
export interface NewCertificate {
  /** Without data. */
  secret: KubeObject;
  /** DNS names. */
  hosts: readonly string[];
  /** PEM of authorities that callers go on trusting besides the new one. */
  trusted: string;
  /** Writes of what calls it, with `AUTHORITIES_TO_COME` for the authorities: before the Secret, so that no call fails. */
  callers: readonly Extract<ObjectWrite, { kind: 'apply' | 'patch' }>[];
}

/** A plan to make, and what it is to install. */
export interface NewPlan {
  plan: InstallPlan;
  bundles: readonly PlanBundle[];
}

/** One step of an InstallPlan. `ownedBy` names the CSV whose UID goes into the ownerReferences. */
export interface StepAction {
  step: number;
  verb: 'create' | 'apply';
  resource: Resource;
  object: KubeObject;
  ownedBy?: string;
  /** A definition that the API server serves already. */
  served?: boolean;
}

/** The object stands as the plan wants it; Present where it was there before and is left as it is (OLM 51). */
export interface StepSuccess {
  step: number;
  ok: true;
  status: 'Created' | 'Present';
  /** What the API server had to say against it. */
  warnings?: readonly string[];
}
/** What came of one step, by its place in the plan. */
export type StepResult = StepSuccess | StepFailure;
/** A write that did not come about, and why. */
export interface StepFailure {
  step: number;
  ok: false;
  message: string;
  /** Refused by RBAC, or the API server was out of reach: retried for ever. */
  keepTrying: boolean;
}

/** Merged into an object: null takes away, what is not named stays. */
export interface ObjectPatch {
  metadata: MetadataPatch;
  /** Only of definitions, which several write parts of. */
  spec?: object;
}

/** Merged into the metadata: null takes away, what is not named stays. */
export interface MetadataPatch {
  labels?: Readonly<Record<string, string | null>>;
  annotations?: Readonly<Record<string, string | null>>;
  finalizers?: readonly string[];
  ownerReferences?: KubeObject['metadata']['ownerReferences'];
}

/**
 * `now`: with what the actions came to, before the status is written; `written`: after it; `after`: in so many milliseconds;
 * `retry`: with growing pauses, as nothing that can be watched need change.
 */
export type Again =
  { kind: 'now' } | { kind: 'written' } | { kind: 'after'; ms: number } | { kind: 'retry'; why: string };

/** A write that the API server has refused for good; what may pass by itself is tried again without a word. */
export interface Refusal {
  forbidden: boolean;
  /** For people. */
  message: string;
}

/** What an Event tells, once for each reason, message and moment; times as RFC 3339. */
export interface Happening {
  about: KubeObject;
  reason: string;
  message: string;
  type: 'Normal' | 'Warning';
  time: string;
  phase?: string;
  /** Which part of the object it is about. */
  fieldPath?: string;
}
