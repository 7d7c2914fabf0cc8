import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endGroup, type History, noHistory, redoStep, remember, undoStep } from './history.ts';
import { applyTextChange, changeBetween, composeChanges } from './text-change.ts';

interface State {
  readonly text: string;
  readonly history: History;
}

function write(state: State, text: string, group?: string): State {
  const change = changeBetween(state.text, text);
  const made = { before: state.text, change, ...(group === undefined ? {} : { group, path: [group] }) };
  return { text, history: remember(state.history, made) };
}

function step(state: State, back: boolean): State {
  const move = back ? undoStep(state.history) : redoStep(state.history);
  return move === undefined
    ? state
    : { text: applyTextChange(state.text, move.change), history: move.history };
}

const start: State = { text: 'a: 1\n', history: noHistory };

describe('history', () => {
  it('joins key presses of one field until the focus leaves or another field is edited', () => {
    let state = ['a: 12\n', 'a: 123\n'].reduce((before, text) => write(before, text, 'a'), start);
    state = { ...state, history: endGroup(state.history) };
    state = write(state, 'a: 1234\n', 'a');
    state = write(state, 'b: 1234\n', 'b');
    state = write(state, 'a: 5\n', 'a');
    const texts: string[] = [];
    while (state.history.undo.length > 0) {
      state = step(state, true);
      texts.push(state.text);
    }
    expect(texts).toEqual(['b: 1234\n', 'a: 1234\n', 'a: 123\n', 'a: 1\n']);
    for (let times = 0; times < 4; times += 1) state = step(state, false);
    expect(state.text).toBe('a: 5\n');
    expect(step(state, false)).toBe(state);
  });

  it('tells which field a step was about', () => {
    const state = write(write(start, 'a: 2\n', 'a'), 'c: 2\n');
    const first = undoStep(state.history);
    expect(first?.path).toBeUndefined();
    expect(first === undefined ? undefined : undoStep(first.history)?.path).toEqual(['a']);
  });

  it('forgets what was undone once something else is written', () => {
    const undone = step(write(start, 'a: 2\n'), true);
    expect(redoStep(write(undone, 'a: 3\n').history)).toBeUndefined();
    // A step that was undone takes no more key presses when it is done again.
    const again = step(step(write(start, 'a: 2\n', 'a'), true), false);
    expect(step(write(again, 'a: 23\n', 'a'), true).text).toBe('a: 2\n');
  });

  it('remembers no change that changes nothing', () => {
    expect(write(start, start.text)).toEqual(start);
  });

  it('undoing everything gives the first text back, redoing everything the last', () => {
    const edit = fc.record({
      at: fc.nat({ max: 12 }),
      length: fc.nat({ max: 4 }),
      insert: fc.string({ maxLength: 4 }),
      group: fc.constantFrom('a', 'b', undefined),
      end: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(edit, { maxLength: 20 }), (text, edits) => {
        let state: State = { text, history: noHistory };
        for (const { at, length, insert, group, end } of edits) {
          const next = state.text.slice(0, at) + insert + state.text.slice(at + length);
          state = write(state, next, group);
          if (end) state = { ...state, history: endGroup(state.history) };
        }
        const last = state.text;
        while (undoStep(state.history) !== undefined) state = step(state, true);
        expect(state.text).toBe(text);
        while (redoStep(state.history) !== undefined) state = step(state, false);
        expect(state.text).toBe(last);
      }),
    );
  });

  it('joined changes do what each did in turn', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (first, second, third) => {
        const joined = composeChanges(changeBetween(first, second), changeBetween(second, third), second);
        expect(applyTextChange(first, joined)).toBe(third);
      }),
    );
  });
});
