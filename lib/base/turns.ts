/** How often somebody may ask for what costs: a few at once, then as fast as turns come back. Pure. */

/** What is kept of one who asks. */
export interface Turns {
  left: number;
  /** When that was so, ms of a clock that never goes back. */
  at: number;
}

/** How many turns there are and how fast they come back. */
export interface TurnRule {
  /** Turns of one who has not asked for long. */
  most: number;
  /** A turn comes back in that time. */
  everyMs: number;
}

/** Whether there was a turn, and what to keep for the next question; `waitMs` until there will be one. */
export type TurnTaken = { ok: true; turns: Turns } | { ok: false; turns: Turns; waitMs: number };

/** @param before undefined for one who never asked */
export function takeTurn(before: Turns | undefined, rule: TurnRule, now: number): TurnTaken {
  const back = before === undefined ? rule.most : before.left + (now - before.at) / rule.everyMs;
  const left = Math.min(rule.most, back);
  return left >= 1
    ? { ok: true, turns: { left: left - 1, at: now } }
    : { ok: false, turns: { left, at: now }, waitMs: Math.ceil((1 - left) * rule.everyMs) };
}
