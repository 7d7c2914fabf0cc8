/**
 * Undo and redo over changes of one text, whoever made them: the form or the YAML view. Undoing gives back the very
 * bytes that were there, because each step remembers what it replaced.
 */
import { optional } from '../../base/loose.ts';
import type { Path } from '../schema/path.ts';
import { composeChanges, invertChange, type TextChange } from './text-change.ts';

interface Step {
  /** From the text before to the text after. */
  readonly change: TextChange;
  /** From the text after to the text before. */
  readonly inverse: TextChange;
  /** The field it was about; absent where the text itself was edited. */
  readonly path?: Path;
  /** Further changes of this group join the step; absent when it takes no more. */
  readonly group?: string;
}

/** What can be undone and done again; never changed in place. */
export interface History {
  /** The latest last. */
  readonly undo: readonly Step[];
  /** The next one to do again last. */
  readonly redo: readonly Step[];
}

/** Nothing was changed yet. */
export const noHistory: History = { undo: [], redo: [] };

/** Steps that can be undone; the oldest are forgotten. */
const STEP_LIMIT = 1_000;

/** A change as `remember` is told of it. */
export interface MadeChange {
  /** The text that the change was made to. */
  readonly before: string;
  readonly change: TextChange;
  readonly path?: Path;
  /**
   * Changes with the same group that follow each other are undone together: the key of the field's path, for example.
   * Without a group a change is a step of its own.
   */
  readonly group?: string;
}

/** A change was made: it can be undone, and what was undone before it is gone. */
export function remember(history: History, made: MadeChange): History {
  const { before, change, path, group } = made;
  const inverse = invertChange(before, change);
  if (change.insert === inverse.insert) return history;
  const last = history.undo.at(-1);
  if (group !== undefined && last?.group === group && history.redo.length === 0) {
    const joined: Step = {
      ...last,
      change: composeChanges(last.change, change, before),
      inverse: composeChanges(inverse, last.inverse, before),
    };
    return { undo: [...history.undo.slice(0, -1), joined], redo: [] };
  }
  const step: Step = {
    change,
    inverse,
    ...optional({ path, group }),
  };
  return { undo: [...closed(history.undo), step].slice(-STEP_LIMIT), redo: [] };
}

/** The focus left, or the caller wants the next change to be a step of its own. */
export function endGroup(history: History): History {
  const undo = closed(history.undo);
  return undo === history.undo ? history : { ...history, undo };
}

function closed(steps: readonly Step[]): readonly Step[] {
  const last = steps.at(-1);
  if (last?.group === undefined) return steps;
  const { group: _, ...step } = last;
  return [...steps.slice(0, -1), step];
}

/** One step back or forward. */
export interface HistoryMove {
  readonly history: History;
  /** To apply to the text as it is now. */
  readonly change: TextChange;
  /** The field that it is about; absent where the text itself was edited. */
  readonly path?: Path;
}

/** Undefined when there is nothing to undo. */
export function undoStep(history: History): HistoryMove | undefined {
  const undo = closed(history.undo);
  const step = undo.at(-1);
  if (step === undefined) return undefined;
  return moveOf({ undo: undo.slice(0, -1), redo: [...history.redo, step] }, step.inverse, step.path);
}

/** Undefined when nothing was undone since the last change. */
export function redoStep(history: History): HistoryMove | undefined {
  const step = history.redo.at(-1);
  if (step === undefined) return undefined;
  return moveOf({ undo: [...history.undo, step], redo: history.redo.slice(0, -1) }, step.change, step.path);
}

function moveOf(history: History, change: TextChange, path: Path | undefined): HistoryMove {
  return { history, change, ...optional({ path }) };
}
