import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTextChange } from '#lib/schema-form/text/text-change.ts';
import { asOneChange, ChangeGroups } from './typed-changes.ts';

describe('what was typed', () => {
  it('is one change that makes the same text, however many places it is at', () => {
    const edit = fc.record({ at: fc.nat(40), remove: fc.nat(5), insert: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.array(edit, { maxLength: 4 }),
        (text, edits) => {
          const state = EditorState.create({ doc: text });
          const before = state.doc.toString();
          let end = 0;
          const changes = edits
            .map(({ at, remove, insert }) => ({ from: Math.min(at, before.length), remove, insert }))
            .sort((left, right) => left.from - right.from)
            .flatMap(({ from, remove, insert }) => {
              if (from < end) return [];
              end = Math.min(before.length, from + remove);
              return [{ from, to: end, insert }];
            });
          const { state: after, changes: set } = state.update({ changes });
          expect(applyTextChange(before, asOneChange(set, after.doc))).toBe(after.doc.toString());
        },
      ),
    );
  });

  /** Groups of changes made one after the other; `*` before one means that the cursor was moved in between. */
  function groups(...made: readonly (TransactionSpec & { time: number; moved?: boolean })[]): string[] {
    let state = EditorState.create({ doc: 'spec:\n  a: 1\n' });
    const keeper = new ChangeGroups();
    return made.map(({ time, moved, ...spec }) => {
      if (moved === true) keeper.end();
      const transaction = state.update({ ...spec, annotations: Transaction.time.of(time) });
      state = transaction.state;
      return keeper.groupOf(transaction, asOneChange(transaction.changes, state.doc));
    });
  }

  const type = (at: number, insert: string): TransactionSpec => ({
    changes: { from: at, insert },
    userEvent: 'input.type',
  });
  const backspace = (at: number): TransactionSpec => ({
    changes: { from: at - 1, to: at },
    userEvent: 'delete.backward',
  });

  it.each([
    [
      'typing on',
      [
        { ...type(0, 'a'), time: 0 },
        { ...type(1, 'b'), time: 100 },
      ],
      true,
    ],
    [
      'a pause',
      [
        { ...type(0, 'a'), time: 0 },
        { ...type(1, 'b'), time: 700 },
      ],
      false,
    ],
    [
      'elsewhere',
      [
        { ...type(0, 'a'), time: 0 },
        { ...type(5, 'b'), time: 100 },
      ],
      false,
    ],
    [
      'after a move of the cursor',
      [
        { ...type(0, 'a'), time: 0 },
        { ...type(1, 'b'), time: 9, moved: true },
      ],
      false,
    ],
    [
      'deleting on',
      [
        { ...backspace(5), time: 0 },
        { ...backspace(4), time: 100 },
      ],
      true,
    ],
    [
      'deleting what was typed',
      [
        { ...type(0, 'a'), time: 0 },
        { ...backspace(1), time: 100 },
      ],
      false,
    ],
    [
      'a paste',
      [
        { ...type(0, 'a'), time: 0 },
        { changes: { from: 1, insert: 'xyz' }, userEvent: 'input.paste', time: 10 },
      ],
      false,
    ],
  ])('%s', (_, made, together) => {
    const [first, second] = groups(...made);
    expect(first === second).toBe(together);
  });
});
