/** The columns that a type's definition prints, from the table that the API server makes of its objects; pure. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { cellOf, type PrinterColumn } from '#lib/k8s/printer-columns.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';

export interface PrintedColumn {
  readonly name: string;
  readonly type: string;
  /** False: only when the user asks for it. */
  readonly shown: boolean;
  /** What the column shows, undefined for nothing. Dates are RFC 3339 text. */
  readonly read: (object: KubeObject) => string | undefined;
}

/** What the state of an instance is told from. */
const STATE_FIELDS = ['*', 'conditions', 'phase', 'state', 'status', 'message', 'reason'];
const DATE_LIMIT = 5;

/** What a row needs besides its cells, which tell dates as ages that do not go on. */
export function fieldsOf(columns: readonly PrinterColumn[]): string[] {
  const dates = columns.flatMap((column) => (isDate(column) ? (plainPath(column) ?? []) : []));
  const wanted = dates.filter((path) => !path.startsWith('metadata.')).slice(0, DATE_LIMIT);
  return [...STATE_FIELDS.map((field) => `status.${field}`), ...wanted];
}

const COLUMN_LIMIT = 6;

/** Left out: the name, the state and the age that the list has anyway. Not shown at first: what would not fit. */
export function printedColumns(
  table: readonly TableColumn[],
  definition: readonly PrinterColumn[],
): PrintedColumn[] {
  return table
    .map((column, index) => ({ column, index, defined: definition.find(({ name }) => name === column.name) }))
    .filter(({ column, index, defined }) => index > 0 && !isOwn(column, defined))
    .sort((left, right) => Number(left.column.priority > 0) - Number(right.column.priority > 0))
    .map(({ column: { name, type, priority }, index, defined }, place) => {
      const shown = priority === 0 && place < COLUMN_LIMIT;
      if (type !== 'date') return { name, type, shown, read: (object) => cellText(object, index) };
      // An age of some moment would be shown as if it were one of now.
      const read = defined === undefined ? (): undefined => undefined : dateReader(defined);
      return { name, type, shown, read };
    });
}

function dateReader(column: PrinterColumn): PrintedColumn['read'] {
  return (object) => cellOf(column, object);
}

function isOwn({ name, type }: TableColumn, defined: PrinterColumn | undefined): boolean {
  if (/^(status|state|phase)$/i.test(name)) return true;
  return defined === undefined
    ? type === 'date' && /^age$/i.test(name)
    : /creationTimestamp\}?$/.test(defined.jsonPath);
}

function isDate({ type, priority }: PrinterColumn): boolean {
  return type === 'date' && priority === 0;
}

/** `.status.last` → `status.last`; other paths cannot be asked for. */
function plainPath({ jsonPath }: PrinterColumn): string | undefined {
  return /^\{?\$?\.([\w-]+(?:\.[\w-]+)*)\}?$/.exec(jsonPath.trim())?.[1];
}

function cellText({ cells }: KubeObject, index: number): string | undefined {
  const value: unknown = Array.isArray(cells) ? cells[index] : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
