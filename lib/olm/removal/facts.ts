/**
 * What there is of an operator and of what it has brought, as far as somebody may see it: what its removal is decided from.
 * Plain data, for it travels from the server to the page.
 */
import type { ObjectRef, Resource } from '../../k8s/object.ts';
import type { OperatorWork } from './works.ts';

/** An object that stands, with what a deletion of exactly that one needs. */
export interface Standing extends ObjectRef {
  uid: string;
  /** Whoever has to do something before it can go; none when empty. */
  finalizers: readonly string[];
  /** Since when it is being deleted, RFC 3339. */
  deletedAt?: string;
}

/** An operator besides the one that goes, that brings or needs a definition. */
export interface OtherUser extends ObjectRef {
  need: 'owns' | 'requires';
}

/** A kind that the operator provides. */
export interface LeavingKind {
  /** Name of the definition, `<plural>.<group>`. */
  crd: string;
  resource: Resource;
  /** The definition itself; absent when there is none (any more). */
  definition?: Standing;
  /** Other operators that bring or need it. */
  others: readonly OtherUser[];
  /** In all namespaces. */
  instances: readonly Standing[];
  /** Why not all of its instances could be listed. */
  unread?: string;
}

/** An operator that was installed because this one needs it, and that nobody else needs. */
export interface LoneDependency {
  csv: Standing;
  title: string;
  subscriptions: readonly Standing[];
}

/** The CSV that goes. */
export interface LeavingCsv extends Standing {
  title: string;
  /** As its status has it; empty where it says nothing. */
  phase: string;
  /** What a removal that has begun was asked for: see `record.ts`. */
  record?: string;
  /** Namespace of the CSV that this one is a copy of. */
  copyOf?: string;
}

/** What was found of the operator's own making. */
export interface WorksSeen {
  works: readonly OperatorWork[];
  /** How many namespaces with instances were not looked into, since there are too many. */
  unseen: number;
}

/** Everything about one operator; what could not be read is named in `unread`. */
export interface UninstallFacts {
  operator: Required<ObjectRef>;
  /** Absent when it is gone. */
  csv?: LeavingCsv;
  /** Those that have installed it. */
  subscriptions: readonly Standing[];
  /** Objects that go with the CSV, by their owner references and labels. */
  made: readonly (ObjectRef & { kind: string })[];
  kinds: readonly LeavingKind[];
  /** OperatorGroups of its namespace. */
  groups: readonly Standing[];
  /** Names of the other CSVs of its namespace, but for copies. */
  neighbors: readonly string[];
  /** CSV that is to take its place: an upgrade that is under way, and goes on without it. */
  successor?: string;
  dependencies: readonly LoneDependency[];
  /** What the operator itself has made; absent while a removal is carried out, which looks every second. */
  works?: WorksSeen;
  /** Kinds that could not be looked at, and why. */
  unread: readonly { kind: string; why: string }[];
}
