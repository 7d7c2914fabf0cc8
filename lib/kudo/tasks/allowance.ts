/**
 * What the templates of an instance may take together, each time that somebody looks at what its plans make. Each render has a
 * bound of its own; but a version names as many resources as it likes, and whoever waits for it waits for all of them.
 */

/** Of templates, in all: as many as ten that go on until their own bound. Half a second. */
const STEPS = 1_000_000;
/**
 * What is read rather than rendered: lines, colons, commas and brackets of YAML, of which parts are made, and actions of templates.
 * A second and a half; and what fits into an OperatorVersion without a loop, 1.5 MB, has no more unless it is made for that.
 */
const SIGNS = 150_000;
/** What the beginning of an object takes, in these. */
const SIGNS_OF_OBJECT = 40;
const SIGNS_OF_ACTION = 3;
/** What a task takes besides its templates. */
const STEPS_OF_TASK = 20;

const SIGN = /\n---|[\n:,[\]{}]/gu;
const ACTION = /\{\{/gu;

/** What is left of it. Once there is nothing, nothing more is rendered. */
export class Allowance {
  /** Of renders; see `RenderLimits`. */
  readonly shared = { left: STEPS };
  #signs = SIGNS;
  readonly #texts = new Set<string>();

  /** Why nothing more may be looked at; undefined while something is left. */
  get problem(): string | undefined {
    if (this.shared.left < 0)
      return `the templates of its plans take more than ${String(STEPS)} steps together: use fewer or shorter loops, or fewer tasks`;
    if (this.#signs < 0)
      return `the templates of its plans make more than ${String(SIGNS)} lines and parts of objects together: split the operator`;
    return undefined;
  }

  /** Before a task is looked at. Returns whether it may be. */
  task(): boolean {
    this.shared.left -= STEPS_OF_TASK;
    return this.problem === undefined;
  }

  /** Before a template is parsed. Returns why it may not be. */
  template(text: string): string | undefined {
    return this.#take(text, ACTION, () => SIGNS_OF_ACTION);
  }

  /** Before what was rendered is read: what has been read once is known. Returns why it may not be. */
  text(text: string): string | undefined {
    if (this.#texts.has(text)) return this.problem;
    this.#texts.add(text);
    return this.#take(text, SIGN, (sign) => (sign.length > 1 ? SIGNS_OF_OBJECT : 1));
  }

  #take(text: string, sign: RegExp, weight: (found: string) => number): string | undefined {
    this.#signs -= 1;
    for (const [found] of text.matchAll(sign)) {
      this.#signs -= weight(found);
      if (this.#signs < 0) break;
    }
    return this.problem;
  }
}
