/**
 * What of a form is drawn at once. Sections that hold something open by themselves, so a large object would be drawn
 * whole; instead the rows of each object and list are put into blocks, in their order, and only the first blocks get
 * room. The others are drawn when they come near the window.
 */
import { isDictionary, isList, type PathStep } from '../schema/path.ts';

/** Sections deeper than this start closed even when they hold something. */
const OPEN_DEPTH = 8;
/** Longer lists and larger groups start closed. */
const OPEN_SIZE = 50;

/** Does a section that holds this value start open? */
export function opensByItself(value: unknown, depth: number): boolean {
  const size = sizeOf(value);
  return size > 0 && size <= OPEN_SIZE && depth <= OPEN_DEPTH;
}

const sizes = new WeakMap<object, number>();

/** Entries of a list, map or object; 0 of anything else. Large maps are counted once. */
export function sizeOf(value: unknown): number {
  if (isList(value)) return value.length;
  if (!isDictionary(value)) return 0;
  const size = sizes.get(value) ?? Object.keys(value).length;
  sizes.set(value, size);
  return size;
}

const counted = new WeakMap<object, number[]>();

/** How many rows a value takes at this depth, with the sections open that open by themselves; at least one. */
export function rowsOf(value: unknown, depth: number): number {
  if (!isDictionary(value) && !isList(value)) return 1;
  const known = counted.get(value) ?? [];
  counted.set(value, known);
  const level = Math.min(depth, OPEN_DEPTH + 1);
  return (known[level] ??= 1 + (opensByItself(value, level) ? sumOf(value, level + 1) : 0));
}

function sumOf(collection: object, depth: number): number {
  return Object.values(collection).reduce((sum: number, part: unknown) => sum + rowsOf(part, depth), 0);
}

/** Rows that come and go together: those from `from` up to but without `to`. */
export interface MountBlock {
  readonly from: number;
  readonly to: number;
  /** With all that is open in them. */
  readonly rows: number;
}

/** Rows of a block, unless one row alone has more in it. */
const BLOCK_ROWS = 12;
/** A block that grew beyond this is divided. */
const BLOCK_LIMIT = 3 * BLOCK_ROWS;

/**
 * The rows named by `steps` as blocks. With the first steps of earlier blocks, blocks begin where they began before, as
 * far as those rows are still there: what somebody types in must not move to another block.
 */
export function blocksOf(
  steps: readonly PathStep[],
  rowsAt: (index: number) => number,
  before?: ReadonlySet<PathStep>,
): MountBlock[] {
  const blocks: { from: number; to: number; rows: number }[] = [];
  let current = { from: 0, to: 0, rows: 0 };
  for (const [index, step] of steps.entries()) {
    const rows = rowsAt(index);
    const count = index - current.from;
    const full =
      before === undefined ? current.rows + rows > BLOCK_ROWS : before.has(step) || count >= BLOCK_LIMIT;
    if (index === 0 || full) {
      current = { from: index, to: index, rows: 0 };
      blocks.push(current);
    }
    current.to = index + 1;
    current.rows += rows;
  }
  return blocks;
}

/** Blocks that have a holder of their own when there are many, so that a change costs what one holder has. */
const HOLDER_SIZE = 24;

/** Very many blocks as blocks of blocks; `from` and `to` count blocks. */
export function holdersOf(blocks: readonly MountBlock[]): MountBlock[] {
  const holders: MountBlock[] = [];
  for (let from = 0; from < blocks.length; from += HOLDER_SIZE) {
    const to = Math.min(blocks.length, from + HOLDER_SIZE);
    holders.push({ from, to, rows: blocks.slice(from, to).reduce((sum, { rows }) => sum + rows, 0) });
  }
  return holders;
}

/** How much of the room is left for each block; those with none wait. */
export function allot(blocks: readonly MountBlock[], room: number): number[] {
  let left = room;
  return blocks.map(({ rows }) => {
    const given = Math.max(0, left);
    left -= rows;
    return given;
  });
}
