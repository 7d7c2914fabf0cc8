/** Changes of a text: applied, turned back, and joined into one. */

/** Replace the characters from..to of the old text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The text with the change made; offsets are not checked. */
export function applyTextChange(text: string, change: TextChange): string {
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
}

/** The change that takes `change` of `before` back. */
export function invertChange(before: string, change: TextChange): TextChange {
  return {
    from: change.from,
    to: change.from + change.insert.length,
    insert: before.slice(change.from, change.to),
  };
}

/** One change that does what `first` and then `second` do; `between` is the text after the first. */
export function composeChanges(first: TextChange, second: TextChange, between: string): TextChange {
  const firstEnd = first.from + first.insert.length;
  const from = Math.min(first.from, second.from);
  const end = Math.max(firstEnd, second.to);
  return {
    from,
    to: end - firstEnd + first.to,
    insert: between.slice(from, second.from) + second.insert + between.slice(second.to, end),
  };
}

/** The one change that makes `after` of `before`, as small as a common prefix and suffix allow. */
export function changeBetween(before: string, after: string): TextChange {
  const limit = Math.min(before.length, after.length);
  let from = 0;
  while (from < limit && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let tail = 0;
  while (
    tail < limit - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
