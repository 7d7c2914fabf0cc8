/**
 * What the templates of an instance may take together, each time that somebody looks at what its plans make. Each render has a
 * bound of its own; but a version names as many resources as it likes, and whoever waits for it waits for all of them.
 */
import type { ReachedLimit } from '../../base/reached-limit.ts';
import type { SharedSteps } from '../../templates/template.ts';
import { YAML_SIGN } from '../yaml/signs.ts';

/** How much that is. */
export interface AllowanceLimits {
  /** Of templates, in all: see `RenderLimits`. */
  readonly steps: number;
  /**
   * What is read rather than rendered: lines, colons, commas and brackets of YAML, of which parts are made, and actions of
   * templates.
   */
  readonly signs: number;
  /** Objects that tasks handle in one pass over a plan, however often they were made; long ones count more. */
  readonly objects: number;
}

/**
 * For whoever waits in a thread of their own. As many steps as ten renders that go on until their own bound: half a second. Signs
 * for a second and a half; and what fits into an OperatorVersion without a loop, 1.5 MB, has no more unless it is made for that.
 */
export const FULL_ALLOWANCE: AllowanceLimits = { steps: 1_000_000, signs: 150_000, objects: 20_000 };
/** For whoever keeps others waiting: more than nearly all operators take, and over in some hundredths of a second. */
export const QUICK_ALLOWANCE: AllowanceLimits = { steps: 20_000, signs: 2_500, objects: 250 };

/** What the beginning of an object takes, in signs. */
const SIGNS_OF_OBJECT = 40;
const SIGNS_OF_ACTION = 3;
/** What a task takes besides its templates, in steps. */
const STEPS_OF_TASK = 20;
/** Characters of a text that are handled like an object. */
const CHARACTERS_OF_OBJECT = 2_000;

const ACTION = /\{\{/gu;
const OBJECT = '\n---';

/** What is left of it. Once there is nothing, nothing more is rendered. */
export class Allowance {
  /** Of renders; see `RenderLimits`. */
  readonly shared: SharedSteps;
  readonly #limits: AllowanceLimits;
  #signs: number;
  #objects: number;
  readonly #texts = new Set<string>();

  constructor(limits = FULL_ALLOWANCE) {
    this.#limits = limits;
    this.shared = { left: limits.steps, most: limits.steps, derived: new Map() };
    this.#signs = limits.signs;
    this.#objects = limits.objects;
  }

  /** The bound beyond which nothing more may be looked at; undefined while something is left. */
  get limit(): ReachedLimit | undefined {
    const { steps, signs, objects } = this.#limits;
    if (this.shared.left < 0) return { bound: 'planSteps', most: steps };
    if (this.#signs < 0) return { bound: 'planSigns', most: signs };
    return this.#objects < 0 ? { bound: 'planObjects', most: objects } : undefined;
  }

  /** The same in words. */
  get problem(): string | undefined {
    const { bound, most } = this.limit ?? {};
    switch (bound) {
      case 'planSteps':
        return `the templates of its plans take more than ${String(most)} steps together: use fewer or shorter loops, or fewer tasks`;
      case 'planSigns':
        return `the templates of its plans make more than ${String(most)} lines and parts of objects together: split the operator`;
      case 'planObjects':
        return `its tasks handle more than ${String(most)} objects together, each counted as often as a task names it: split the operator`;
      default:
        return undefined;
    }
  }

  /** Before the same is looked at once more: what was rendered and read is known, but all objects are handled again. */
  anew(): void {
    if (this.#objects >= 0) this.#objects = this.#limits.objects;
  }

  /** Before a task is looked at. Returns whether it may be. */
  task(): boolean {
    this.shared.left -= STEPS_OF_TASK;
    return this.problem === undefined;
  }

  /** Before a template is parsed. */
  template(text: string): void {
    this.#take(text, ACTION, () => SIGNS_OF_ACTION);
  }

  /** Before a list or a map among the parameters is read. */
  value(text: string): void {
    this.#take(text, YAML_SIGN, () => 1);
  }

  /** Before what was rendered is read and handled: what has been read once is known. */
  text(text: string): void {
    this.#objects -= 1 + text.length / CHARACTERS_OF_OBJECT;
    if (this.#texts.has(text)) {
      this.#objects -= objectsIn(text);
      return;
    }
    this.#texts.add(text);
    this.#take(text, YAML_SIGN, (sign) => {
      if (sign.length === 1) return 1;
      this.#objects -= 1;
      return SIGNS_OF_OBJECT;
    });
  }

  #take(text: string, sign: RegExp, weight: (found: string) => number): void {
    this.#signs -= 1;
    for (const [found] of text.matchAll(sign)) {
      this.#signs -= weight(found);
      if (this.#signs < 0) return;
    }
  }
}

/** Besides the first one. */
function objectsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(OBJECT); at >= 0; at = text.indexOf(OBJECT, at + OBJECT.length)) count += 1;
  return count;
}
