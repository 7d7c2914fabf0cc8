/** When a loop counts as stalled. Pure: the watchdog's thread looks, this decides. */

/** What has been seen of the loop's beats. */
export interface Seen {
  readonly beat: number;
  /** For how long there was no other beat. */
  readonly silentMs: number;
}

/** What the watchdog sees at one look. */
export interface Look {
  /** How many beats there have been. */
  readonly beat: number;
  /** By a clock that never goes back. */
  readonly sinceLastMs: number;
  /** How much that should have been. */
  readonly everyMs: number;
}

/** A look that comes later than this many times its pause was itself held up. */
const HELD_UP = 4;

/**
 * Silence counts only while whoever looks is awake: a process that was stopped, or a machine that slept or had no time for
 * either thread, is waited for anew.
 */
export function nextSeen(before: Seen, { beat, sinceLastMs, everyMs }: Look): Seen {
  const wasHeldUp = sinceLastMs > everyMs * HELD_UP;
  if (beat !== before.beat || wasHeldUp) return { beat, silentMs: 0 };
  return { beat, silentMs: before.silentMs + sinceLastMs };
}
