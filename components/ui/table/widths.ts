/**
 * How wide the columns of a table are, and what becomes of it where there is less room than they need: columns that can be spared
 * go one after the other, the last first; where the rest does not fit either, rows are stacked. Measured is the room of the table
 * itself, which may stand beside something, not that of the window.
 */

/** Quarters of a rem, as Tailwind counts, and their classes: it finds those that stand here. */
const WIDTHS = {
  12: 'w-12',
  14: 'w-14',
  20: 'w-20',
  24: 'w-24',
  28: 'w-28',
  32: 'w-32',
  36: 'w-36',
  40: 'w-40',
  42: 'w-42',
  44: 'w-44',
  48: 'w-48',
  56: 'w-56',
  60: 'w-60',
  80: 'w-80',
} as const;

/** Of a column. */
export type Width = keyof typeof WIDTHS;

/** What a column without a width needs at least: a name, a word of a message. */
const LEAST = 40;

/** Below so many rem rows are stacked; `globals.css` has a rule for each. */
const STACKS = {
  32: 'stack-32',
  36: 'stack-36',
  40: 'stack-40',
  44: 'stack-44',
  48: 'stack-48',
  52: 'stack-52',
  56: 'stack-56',
  // The window of a laptop leaves a little more.
  59: 'stack-59',
} as const;

/** Below so many rem a column is not shown. */
const SPARED = {
  36: '@max-[36rem]:hidden',
  38: '@max-[38rem]:hidden',
  40: '@max-[40rem]:hidden',
  42: '@max-[42rem]:hidden',
  44: '@max-[44rem]:hidden',
  46: '@max-[46rem]:hidden',
  48: '@max-[48rem]:hidden',
  50: '@max-[50rem]:hidden',
  52: '@max-[52rem]:hidden',
  54: '@max-[54rem]:hidden',
  56: '@max-[56rem]:hidden',
  58: '@max-[58rem]:hidden',
  60: '@max-[60rem]:hidden',
  62: '@max-[62rem]:hidden',
  64: '@max-[64rem]:hidden',
  66: '@max-[66rem]:hidden',
  68: '@max-[68rem]:hidden',
  70: '@max-[70rem]:hidden',
  72: '@max-[72rem]:hidden',
  74: '@max-[74rem]:hidden',
  76: '@max-[76rem]:hidden',
  78: '@max-[78rem]:hidden',
  80: '@max-[80rem]:hidden',
  82: '@max-[82rem]:hidden',
  84: '@max-[84rem]:hidden',
} as const;

/** What widths are about. */
export interface Sized {
  readonly width?: Width;
  /** It goes where there is no room for all. */
  readonly spare?: boolean;
}

/** Classes: of the place of the table, and of the cells of each column in the columns' order. */
export interface Room {
  readonly stack: string;
  readonly cells: readonly string[];
}

/** What the columns of a table need, as classes. */
export function roomFor(columns: readonly Sized[]): Room {
  let needed = columns.reduce((sum, { width = LEAST }) => sum + width, 0);
  const cells: string[] = columns.map(({ width }) => (width === undefined ? '' : WIDTHS[width]));
  for (const [index, { width = LEAST, spare }] of [...columns.entries()].reverse()) {
    if (spare !== true) continue;
    cells[index] = `${cells[index] ?? ''} ${step(SPARED, needed)}`.trim();
    needed -= width;
  }
  return { stack: step(STACKS, needed), cells };
}

/** That of the first step which has room for it; of the last where none has. */
function step(steps: Readonly<Record<number, string>>, needed: number): string {
  const all = Object.entries(steps);
  return (all.find(([rem]) => Number(rem) * 4 >= needed) ?? all.at(-1))?.[1] ?? '';
}
