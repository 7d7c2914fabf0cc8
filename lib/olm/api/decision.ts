/**
 * What every decider answers, and all that a decision may ask for. Facts go in, one of these comes out; whoever carries it
 * out (`server/install/reconcile.ts`) knows no kind, and whoever previews it carries nothing out.
 */
import type { KubeObject, ObjectRef, Resource } from '../../k8s/object.ts';

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
export type Action =
  | { kind: 'apply'; resource: Resource; object: KubeObject }
  | { kind: 'delete'; resource: Resource; ref: ObjectRef; uid: string }
  | { kind: 'patch'; resource: Resource; object: KubeObject; metadata: MetadataPatch };

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
