/** The problem of a namespace in the solver's terms (OLM 31): what can be chosen, and the rules that a choice has to keep. */
import type { GroupVersionKind } from '../api/catalog.ts';
import type { BundleCandidate, Offer } from './offers.ts';
import type { OwnCsv } from './own-csvs.ts';
import type { RuleRequirement } from './rules.ts';
import type { CatalogRef } from './types.ts';

/** Something that is there or not: an installed CSV, or a bundle of a catalog in one of its channels. */
export interface Variable {
  csv: string;
  package?: string;
  version?: string;
  providedApis: readonly GroupVersionKind[];
  from:
    | { kind: 'installed'; own: OwnCsv; namespace: string }
    | { kind: 'catalog'; catalog: CatalogRef; candidate: BundleCandidate };
}

/** What a rule comes from. Numbers are those of variables. */
export type Origin =
  | { kind: 'subscription'; offer: Offer }
  /** It was given up: what it has installed stays, and nothing of its package comes by another way. */
  | { kind: 'given-up'; offer: Offer }
  | { kind: 'need'; of: number; requirement: RuleRequirement }
  | { kind: 'unreadable'; of: number; message: string }
  | { kind: 'one-provider'; api: GroupVersionKind }
  | { kind: 'one-of-package'; package: string }
  | { kind: 'orphan'; of: number }
  | { kind: 'conflict'; of: readonly [number, number] };

/** One rule; each of its parts holds at once. */
export interface Constraint {
  origin: Origin;
  /** One of these has to be there if the guard is, or always without a guard; the first possible one is preferred. */
  oneOf?: { guard?: number; candidates: readonly number[] };
  atMostOne?: readonly number[];
  none?: readonly number[];
}
