/** The one error of this room: a template that cannot be read, or a render that cannot go on. */

import type { ReachedLimit } from '../base/reached-limit.ts';

/** Where reading or rendering stopped. */
export interface ErrorPlace {
  /** While reading the text, or while rendering it. */
  readonly stage: 'parse' | 'render';
  /** The name that the template was parsed under. */
  readonly template: string;
  /** From 1; 0 where the error is about the template as a whole. */
  readonly line: number;
  /** From 0, in bytes of UTF-8, as Go counts them; only while rendering. */
  readonly column?: number | undefined;
  /** The template that was being executed: another one than `template` inside `define`. Only while rendering. */
  readonly executing?: string | undefined;
  /** The part of the template as Go prints it, such as `.Params.x`. Only while rendering. */
  readonly node?: string | undefined;
}

/** Its `message` is Go's whole text, `template: NAME:LINE:COLUMN: executing "NAME" at <NODE>: REASON`. */
export class TemplateError extends Error implements ErrorPlace {
  readonly stage: 'parse' | 'render';
  readonly template: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly executing: string | undefined;
  readonly node: string | undefined;
  /** What is wrong, without the place. */
  readonly reason: string;
  /** The bound of ours that was reached; undefined for what Go refuses, too. */
  limit: ReachedLimit | undefined;

  constructor(place: ErrorPlace, reason: string, message: string) {
    super(message);
    this.name = 'TemplateError';
    this.stage = place.stage;
    this.template = place.template;
    this.line = place.line;
    this.column = place.column;
    this.executing = place.executing;
    this.node = place.node;
    this.reason = reason;
  }
}
