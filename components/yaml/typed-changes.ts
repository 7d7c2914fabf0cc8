/** What was typed, as one change, and which changes are undone together: as editors do it. */
import { Transaction as Transactions, type ChangeSet, type Text, type Transaction } from '@codemirror/state';
import type { TextChange } from '#lib/schema-form/text/text-change.ts';

/** A pause of this length ends a group. */
const PAUSE_MS = 500;
const JOINABLE = /^(input\.type|delete)(?:$|\.)/;

/** One change that covers all of the set. */
export function asOneChange(changes: ChangeSet, after: Text): TextChange {
  let from = Infinity;
  let to = 0;
  let end = 0;
  changes.iterChangedRanges((fromA, toA, _, toB) => {
    from = Math.min(from, fromA);
    to = Math.max(to, toA);
    end = Math.max(end, toB);
  });
  // Nothing before the first range has changed, so it begins at the same offset in both texts.
  return from > to ? { from: 0, to: 0, insert: '' } : { from, to, insert: after.sliceString(from, end) };
}

export class ChangeGroups {
  #number = 0;
  #last: { readonly kind: string; readonly at: number; readonly time: number } | undefined;

  /** The group of the change: the same as before while somebody goes on typing, or deleting, at one place. */
  groupOf(transaction: Transaction, change: TextChange): string {
    const event = transaction.annotation(Transactions.userEvent) ?? '';
    const time = transaction.annotation(Transactions.time) ?? 0;
    const kind = JOINABLE.exec(event)?.[1];
    const last = this.#last;
    const goesOn =
      last !== undefined &&
      (event === 'input.type.compose' || time - last.time < PAUSE_MS) &&
      kind === last.kind &&
      change.from <= last.at &&
      change.to >= last.at;
    if (!goesOn) this.#number += 1;
    const at = change.from + change.insert.length;
    this.#last = kind === undefined ? undefined : { kind, at, time };
    return `yaml-${String(this.#number)}`;
  }

  /** The cursor went elsewhere, or something else happened to the text. */
  end(): void {
    this.#last = undefined;
  }
}
