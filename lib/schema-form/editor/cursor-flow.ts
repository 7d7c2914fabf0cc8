/** Cursors between `{}` and `[]`. */
import { type Cursor, keysBeside, TEXT, valueIn } from './cursor-kinds.ts';
import { type Entry, entryPath } from './entries.ts';

/** The bracket that the offset is in, innermost. */
export function flowAround(entry: Entry, offset: number): Entry | undefined {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent) {
    const { style, from, to } = at.value;
    if (style === 'flow' && from < offset && offset <= to) return at;
  }
  return undefined;
}

/** What a cursor in the brackets of `owner` is about; `TEXT` behind the closing one. @param offset into the text */
export function inFlow(text: string, owner: Entry, offset: number): Cursor {
  const close = text[owner.value.from] === '{' ? '}' : ']';
  if (offset === owner.value.to && text[offset - 1] === close) return TEXT;
  const child = owner.children.find((one) => one.from <= offset && offset <= one.to);
  if (child === undefined) return newInFlow(text, owner, offset);
  if (child.kind === 'item') return child.value.style === 'flow' ? TEXT : valueIn(text, child, offset);
  if (offset <= child.keyTo) return keyInFlow(text, owner, child);
  return child.valueFrom !== undefined && offset >= child.valueFrom ? valueIn(text, child, offset) : TEXT;
}

function keyInFlow(text: string, owner: Entry, child: Entry): Cursor {
  const taken = keysBeside(owner, child);
  if (child.valueFrom !== undefined)
    return { at: 'key', path: entryPath(owner), from: child.from, to: child.keyTo, taken };
  const begun = newInFlow(text, owner, child.from);
  return begun.at === 'start' ? { ...begun, to: child.keyTo, taken } : TEXT;
}

function newInFlow(text: string, owner: Entry, offset: number): Cursor {
  const before = text.slice(owner.value.from, offset).trimEnd().at(-1);
  // Behind a finished entry a comma comes first.
  if (before !== '{' && before !== '[' && before !== ',' && before !== ':') return TEXT;
  const valueOf = owner.children.findLast((child) => child.from < offset);
  if (before === ':' && valueOf !== undefined) return valueIn(text, valueOf, offset);
  const isMap = text[owner.value.from] === '{';
  return {
    at: 'start',
    path: entryPath(owner),
    from: offset,
    to: offset,
    has: isMap ? 'keys' : 'items',
    taken: keysBeside(owner, undefined),
    size: owner.children.length,
    column: 0,
    flow: true,
    needsSpace: false,
    afterDash: false,
  };
}
