import type { Column } from './table.tsx';

/** What somebody has decided about the columns of a table: id → shown. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  choices: ColumnChoices,
): readonly Column<Row>[] {
  return columns.filter(({ id, choice }) => choice === undefined || (choices[id] ?? choice === 'shown'));
}

/** Whatever a browser has kept: anything unfit counts as nothing chosen. */
export function parseChoices(text: string | null): ColumnChoices {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}
