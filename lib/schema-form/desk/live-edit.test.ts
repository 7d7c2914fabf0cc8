import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyToValue } from '../text/edits.ts';
import { decide, follow, type LiveEdit, withOpenConflicts } from './live-edit.ts';
import { sameValue } from '../schema/path.ts';

const base = {
  spec: {
    from: 'a',
    to: 'b',
    list: [
      { name: 'x', v: 1 },
      { name: 'y', v: 1 },
    ],
  },
};
const start: LiveEdit = { base, conflicts: [] };

function after(mine: unknown, theirs: unknown): { text: unknown; state: LiveEdit } {
  const { state, edits } = follow(start, mine, theirs);
  return { text: edits.reduce<unknown>(applyToValue, mine), state };
}

describe('follow', () => {
  it('takes in what is not in the way', () => {
    const mine = { spec: { ...base.spec, from: 'mine' } };
    const theirs = { spec: { ...base.spec, to: 'theirs', extra: 1 } };
    const { text, state } = after(mine, theirs);
    expect(text).toEqual({ spec: { ...base.spec, from: 'mine', to: 'theirs', extra: 1 } });
    expect(state).toEqual({ base: theirs, conflicts: [] });
  });

  it('keeps mine where both changed it, and says so', () => {
    const mine = { spec: { ...base.spec, to: 'mine' } };
    const theirs = { spec: { ...base.spec, to: 'theirs', from: 'theirs' } };
    const { text, state } = after(mine, theirs);
    expect(text).toEqual({ spec: { ...base.spec, to: 'mine', from: 'theirs' } });
    expect(state.conflicts).toEqual([
      { path: ['spec', 'to'], names: ['spec', 'to'], base: 'b', theirs: 'theirs' },
    ]);
  });

  it('finds named items at their positions', () => {
    const [x, y] = base.spec.list;
    const mine = { spec: { ...base.spec, list: [{ name: 'new', v: 0 }, x, { ...y, v: 2 }] } };
    const theirs = { spec: { ...base.spec, list: [x, { ...y, v: 3 }] } };
    const { state } = after(mine, theirs);
    expect(state.conflicts).toEqual([
      { path: ['spec', 'list', 2, 'v'], names: ['spec', 'list', 'y', 'v'], base: 1, theirs: 3 },
    ]);
  });

  it('knows a field that one changed and the other took out', () => {
    const { to: _, ...without } = base.spec;
    const theirs = { spec: without };
    const { state } = after({ spec: { ...base.spec, to: 'mine' } }, theirs);
    expect(state.conflicts).toEqual([
      { path: ['spec', 'to'], names: ['spec', 'to'], base: 'b', theirs: undefined },
    ]);
  });

  it('remembers how it was when they change it again, and forgets when they come to mine', () => {
    const mine = { spec: { ...base.spec, to: 'mine' } };
    const first = follow(start, mine, { spec: { ...base.spec, to: 'theirs' } }).state;
    const second = follow(first, mine, { spec: { ...base.spec, to: 'again' } }).state;
    expect(second.conflicts).toEqual([
      { path: ['spec', 'to'], names: ['spec', 'to'], base: 'b', theirs: 'again' },
    ]);
    expect(follow(second, mine, { spec: { ...base.spec, to: 'again', from: 'x' } }).state.conflicts).toEqual(
      second.conflicts,
    );
    expect(follow(second, mine, mine).state.conflicts).toEqual([]);
    expect(withOpenConflicts(second, { spec: { ...base.spec, to: 'again' } }).conflicts).toEqual([]);
  });
});

it('decides a field', () => {
  const mine = { spec: { ...base.spec, to: 'mine' } };
  const { state } = follow(start, mine, { spec: { from: 'a', list: base.spec.list } });
  const [conflict] = state.conflicts;
  if (conflict === undefined) throw new Error('there is no conflict');
  expect(decide(state, conflict, 'mine')).toEqual({ state: { ...state, conflicts: [] }, edits: [] });
  const { edits } = decide(state, conflict, 'theirs');
  expect(edits.reduce<unknown>(applyToValue, mine)).toEqual(state.base);
});

const object = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd.e'),
  fc.oneof(
    fc.integer(),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()),
  ),
);

it('loses no change of either side', () => {
  fc.assert(
    fc.property(object, object, object, (before, mine, theirs) => {
      const { state, edits } = follow({ base: before, conflicts: [] }, mine, theirs);
      const text = edits.reduce<unknown>(applyToValue, mine);
      const undecided = state.conflicts.reduce<unknown>(
        (value, conflict) => decide(state, conflict, 'theirs').edits.reduce<unknown>(applyToValue, value),
        text,
      );
      // With all decided for theirs, what only I changed is what remains of mine.
      for (const key of Object.keys(theirs)) {
        if (sameValue(before[key], mine[key])) {
          expect((undecided as Record<string, unknown>)[key]).toEqual(theirs[key]);
        }
      }
      for (const key of Object.keys(mine)) {
        if (sameValue(before[key], theirs[key])) {
          expect((undecided as Record<string, unknown>)[key]).toEqual(mine[key]);
        }
      }
    }),
  );
});
