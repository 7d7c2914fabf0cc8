/**
 * What the templates of an instance may take together, each time that somebody looks at what its plans make. Each render has a
 * bound of its own; but a version names as many resources as it likes, and whoever waits for it waits for all of them.
 */

/** Of templates, in all: as many as ten that go on until their own bound. Half a second. */
const STEPS = 1_000_000;
/**
 * Lines of YAML, parts of lists and maps, actions of templates: what is read rather than rendered. A second and a half; and more
 * than all that fits into an OperatorVersion, which takes 1.5 MB, without a loop.
 */
const PARTS = 60_000;
/** What the beginning of an object takes, in parts. */
const PARTS_OF_OBJECT = 15;
/** What a task takes besides its templates. */
const STEPS_OF_TASK = 20;

const PART_OF_YAML = /\n---|[\n,[\]{}]/gu;
const ACTION = /\{\{/gu;

/** What is left of it. Once there is nothing, nothing more is rendered. */
export class Allowance {
  /** Of renders; see `RenderLimits`. */
  readonly shared = { left: STEPS };
  #parts = PARTS;
  readonly #texts = new Set<string>();

  /** Why nothing more may be looked at; undefined while something is left. */
  get problem(): string | undefined {
    if (this.shared.left < 0)
      return `the templates of its plans take more than ${String(STEPS)} steps together: use fewer or shorter loops, or fewer tasks`;
    if (this.#parts < 0)
      return `the templates of its plans make more than ${String(PARTS)} lines and parts of objects together: split the operator`;
    return undefined;
  }

  /** Before a task is looked at. Returns whether it may be. */
  task(): boolean {
    this.shared.left -= STEPS_OF_TASK;
    return this.problem === undefined;
  }

  /** Before a template is parsed. Returns why it may not be. */
  template(text: string): string | undefined {
    return this.#take(text, ACTION);
  }

  /** Before what was rendered is read: what has been read once is known. Returns why it may not be. */
  yaml(text: string): string | undefined {
    if (this.#texts.has(text)) return this.problem;
    this.#texts.add(text);
    return this.#take(text, PART_OF_YAML);
  }

  #take(text: string, part: RegExp): string | undefined {
    this.#parts -= 1;
    for (const [found] of text.matchAll(part)) {
      this.#parts -= found === '\n---' ? PARTS_OF_OBJECT : 1;
      if (this.#parts < 0) break;
    }
    return this.problem;
  }
}
