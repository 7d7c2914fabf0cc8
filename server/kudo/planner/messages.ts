/** What the controller and the threads that look at plans say to each other: plain data. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import type { WriteRight } from '#lib/kudo/admission/rights.ts';
import type { KudoInstance, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import type { DecideAgain, ObjectAt } from '#lib/kudo/plan/decision.ts';
import type { PipeOutput } from '#lib/kudo/tasks/world.ts';
import type { DecisionFacts } from '../decision.ts';

/** Types that the API server serves, by `apiVersion/kind`. */
export type TypeList = readonly (readonly [string, Pick<Resource, 'group' | 'plural' | 'namespaced'>])[];

/** What becomes of an instance. */
export interface DecideJob {
  kind: 'decide';
  facts: DecisionFacts;
  types: TypeList;
  /** By place, as `placeKey` has it. */
  refusals: readonly (readonly [string, string])[];
  outputs: readonly (readonly [string, PipeOutput])[];
}

/** Which rights plans take. */
export interface ForeseeJob {
  kind: 'foresee';
  root: { instance: KudoInstance; version: KudoOperatorVersion };
  /** Plans that run now, and those that may run later in nobody's name. */
  now: readonly string[];
  later: readonly string[];
  types: TypeList;
}

export type PlannerJob = DecideJob | ForeseeJob;

/** What a thread needs to know before it goes on. */
export type PlannerQuestion =
  /** `unserved`: something is of a type that nobody serves, as far as it was told. */
  | { kind: 'places'; places: readonly ObjectAt[]; unserved: boolean }
  | { kind: 'versions'; refs: readonly ObjectRef[] };

export type PlannerAnswer =
  | { kind: 'places'; found: readonly (readonly [string, KubeObject | undefined])[]; types: TypeList }
  /** By `refKey`. */
  | { kind: 'versions'; versions: readonly (readonly [string, KudoOperatorVersion | undefined])[] };

/** An InstanceDecision whose parts are JSON, so that whoever takes it may read one after the other. */
export interface PackedDecision {
  kind: 'decide';
  status: string | undefined;
  actions: readonly string[];
  again: DecideAgain | undefined;
}

/** Rights of plans, and the versions that were met, with their marks. */
export interface PlanNeeds {
  rights: readonly WriteRight[];
  versions: Readonly<Record<string, string>>;
}

/** `excess`: why it was not looked at to the end. */
export interface ForeseenNeeds {
  kind: 'foresee';
  now: PlanNeeds;
  later: PlanNeeds;
  excess: string | undefined;
}

export type PlannerResult = PackedDecision | ForeseenNeeds;

export type FromThread =
  | { kind: 'question'; question: PlannerQuestion }
  | { kind: 'result'; result: PlannerResult }
  | { kind: 'failed'; why: string };

export type ToThread = { kind: 'job'; job: PlannerJob } | { kind: 'answer'; answer: PlannerAnswer };
