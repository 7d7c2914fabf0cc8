/** When a catalog is read: at first, again and again, and after failures. Decisions only; the caller has the clock. */
import { optional } from '../../base/loose.ts';
import { backoffMs, type BackoffOptions } from '../../k8s/backoff.ts';
import type { SourceProblem } from '../api/catalog-answers.ts';
import { isPinned, type SourceSpec } from './spec.ts';

/** Times in unix ms. */
export interface ReadState {
  /** When to read; absent: when something changes. */
  nextAt?: number;
  /** A read has begun. */
  reading: boolean;
  /** Asked for while one was under way: what that one sees may be older than what is asked for. */
  again: boolean;
  /** Failed attempts in a row. */
  failures: number;
  /** Of the last answer, with new content or without. */
  checkedAt?: number;
  problem?: SourceProblem;
}

/** Why a read came to nothing; `retryAfterMs` is what the server asked for. */
export interface ReadFailure {
  kind: SourceProblem['kind'];
  message: string;
  retryAfterMs?: number;
}

/** The moment of a decision. */
export interface Moment {
  now: number;
  /** Uniform in [0, 1). */
  random: () => number;
}

const BACKOFF: BackoffOptions = { baseMs: 5000, maxMs: 15 * 60_000 };
/** Of sources that can be asked cheaply whether they have changed. */
const LOOK_MS = 5 * 60_000;
const DIRECTORY_LOOK_MS = 2000;
/** Who looks at a large directory pauses for so many times as long as that took: one part in fifty of a processor. */
const DIRECTORY_PAUSES = 50;
const LONGEST_DIRECTORY_PAUSE_MS = 60_000;
/** Looking for a directory that cannot be read costs nothing and bothers nobody. */
const DIRECTORY_BACKOFF: BackoffOptions = { baseMs: DIRECTORY_LOOK_MS, maxMs: DIRECTORY_LOOK_MS };
/** However short an interval somebody writes. */
const SHORTEST_POLL_MS = 5000;
/** However long a server asks us to wait. */
const LONGEST_WAIT_MS = 60 * 60_000;
const JITTER = 0.1;

/** The state of a source that nobody has read: due now. */
export function firstRead(now: number): ReadState {
  return { nextAt: now, reading: false, again: false, failures: 0 };
}

/** As soon as possible, whatever failed before. */
export function wantRead(state: ReadState, now: number): ReadState {
  return state.reading ? { ...state, again: true } : { ...state, nextAt: now };
}

/** The state while a read is under way; nothing is due until it ends. */
export function readBegan(state: ReadState): ReadState {
  const { nextAt: _due, ...rest } = state;
  return { ...rest, reading: true, again: false };
}

/**
 * The state after an answer, with new content or without; kind and interval say when the next read is due (OLM 6).
 * @param lookMs what it took to find out that nothing has changed; 0 where something has
 */
export function readAnswered(state: ReadState, spec: SourceSpec, moment: Moment, lookMs = 0): ReadState {
  const { now } = moment;
  const paceMs = paceOf(spec, lookMs);
  const nextAt = state.again ? now : paceMs === undefined ? undefined : now + jittered(paceMs, moment);
  return {
    ...optional({ nextAt }),
    reading: false,
    again: false,
    failures: 0,
    checkedAt: now,
  };
}

/** The state after a failure: pauses grow from 5 seconds to 15 minutes; what our own rules refuse is not tried again. */
export function readFailed(
  state: ReadState,
  failure: ReadFailure,
  { place }: SourceSpec,
  moment: Moment,
): ReadState {
  const { now } = moment;
  const limits = place?.kind === 'directory' ? DIRECTORY_BACKOFF : BACKOFF;
  const retryAt = state.again ? now : retryTime(state.failures, failure, limits, moment);
  const { kind, message } = failure;
  return {
    ...optional({ nextAt: retryAt }),
    reading: false,
    again: false,
    failures: state.failures + 1,
    ...optional({ checkedAt: state.checkedAt }),
    problem: {
      kind,
      message,
      since: state.problem?.since ?? now,
      ...optional({ retryAt }),
    },
  };
}

/** How often a source that answers is asked again; undefined: only when it is known to have changed. */
function paceOf({ place, pollMs }: SourceSpec, lookMs: number): number | undefined {
  switch (place?.kind) {
    case 'directory':
      return Math.max(DIRECTORY_LOOK_MS, Math.min(lookMs * DIRECTORY_PAUSES, LONGEST_DIRECTORY_PAUSE_MS));
    case 'grpc':
    case 'http':
      return LOOK_MS;
    case 'image':
      return pollMs === undefined || isPinned(place.image) ? undefined : Math.max(pollMs, SHORTEST_POLL_MS);
    case 'configMap':
    case undefined:
      return undefined;
  }
}

/** What our own rules forbid stays forbidden until the source or the rules change. */
function retryTime(
  failures: number,
  { kind, retryAfterMs = 0 }: ReadFailure,
  limits: BackoffOptions,
  { now, random }: Moment,
): number | undefined {
  if (kind === 'refused') return undefined;
  const asked = Math.min(retryAfterMs, LONGEST_WAIT_MS);
  return now + Math.max(backoffMs(failures, limits, random), asked);
}

/** So that sources which were started together do not stay together. */
function jittered(ms: number, { random }: Moment): number {
  return ms * (1 - JITTER / 2 + JITTER * random());
}
