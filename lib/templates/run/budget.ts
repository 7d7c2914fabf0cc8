/** How far a render may go: nobody's template holds up the page or the controller. */
import { LimitReached } from '../values/value.ts';

/** See `RenderLimits`. */
export interface Limits {
  readonly steps: number;
  readonly output: number;
  readonly depth: number;
  /** Steps that several renders have in common, which each takes away from. */
  readonly shared?: SharedSteps | undefined;
}

/** What is left of them; below zero once one was refused. `derived`: passwords that were, which none of the renders derives again. */
export interface SharedSteps {
  left: number;
  /** As many as there were. */
  readonly most?: number | undefined;
  readonly derived?: Map<string, string> | undefined;
}

/** Enough for thousands of times what packages take, and done in a tenth of a second. */
export const USUAL_LIMITS: Limits = { steps: 100_000, output: 2_000_000, depth: 400 };

/** Bytes of text that count as one step. */
const BYTES_A_STEP = 32;
/** Values inside each other, for what walks over them; one may hold itself. */
const VALUE_DEPTH = 200;
/** Each takes most of a second: that is what it is for. So many in one render, and so many steps of those that renders share. */
const DERIVATIONS = 2;
const STEPS_OF_DERIVATION = 100_000;

/** What is left of one render. */
export class RenderBudget {
  readonly limits: Limits;
  #steps: number;
  #depth = 0;
  readonly #derived: Map<string, string>;
  #derivations = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.#steps = limits.steps;
    this.#derived = limits.shared?.derived ?? new Map<string, string>();
  }

  /** Takes steps; @throws LimitReached when there are no more. */
  spend(steps: number): void {
    this.#steps -= steps;
    const { shared } = this.limits;
    if (shared !== undefined) takeShared(shared, steps);
    const most = this.limits.steps;
    if (this.#steps < 0) throw new LimitReached(`more than ${most} steps`, { bound: 'steps', most });
  }

  /** Before a text of this many bytes is made. */
  text(bytes: number): void {
    const most = this.limits.output;
    if (bytes > most) throw new LimitReached(`a text of more than ${most} bytes`, { bound: 'bytes', most });
    this.spend(bytes / BYTES_A_STEP);
  }

  /** A password that takes most of a second to derive: so many of them, each once. */
  derivation(of: readonly string[], derive: () => string): string {
    const key = JSON.stringify(of);
    const known = this.#derived.get(key);
    if (known !== undefined) return known;
    this.#derivations += 1;
    if (this.#derivations > DERIVATIONS)
      throw new LimitReached(`more than ${DERIVATIONS} derived passwords`, {
        ...{ bound: 'passwords', most: DERIVATIONS },
      });
    const { shared } = this.limits;
    if (shared !== undefined) takeShared(shared, STEPS_OF_DERIVATION);
    const made = derive();
    this.#derived.set(key, made);
    return made;
  }

  /** Does something one level further in. */
  inside<T>(what: () => T): T {
    this.spend(1);
    this.#depth += 1;
    if (this.#depth > VALUE_DEPTH)
      throw new LimitReached(`values more than ${VALUE_DEPTH} levels deep`, {
        ...{ bound: 'depth', most: VALUE_DEPTH },
      });
    const made = what();
    this.#depth -= 1;
    return made;
  }
}

/** @throws LimitReached when there are no more */
function takeShared(shared: SharedSteps, steps: number): void {
  shared.left -= steps;
  if (shared.left >= 0) return;
  const most = shared.most ?? 0;
  throw new LimitReached('more steps than templates may take together', { bound: 'planSteps', most });
}
