/** Search and status filter of the installed operators. */
import type { OperatorRow } from './operator-view.ts';

/** Values of the filter; without one it shows all. Their labels are under `states.filter`. */
export const STATE_FILTERS = ['good', 'moving', 'trouble', 'upgrade'] as const;

/** What the page of operators is narrowed by. */
export interface OperatorFilter {
  text: string;
  /** One of STATE_FILTERS; anything else filters nothing. */
  state: string;
}

/** Rows in the wanted state that hold every word in names, namespace, provider or kinds; the order stays. */
export function filterOperators(rows: readonly OperatorRow[], filter: OperatorFilter): OperatorRow[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter(
    (row) => hasState(row, filter.state) && words.every((word) => textOf(row).includes(word)),
  );
}

function hasState({ state, update }: OperatorRow, wanted: string): boolean {
  switch (wanted) {
    case 'good':
      return state.tone === 'good';
    case 'moving':
      return state.tone === 'busy' || update.kind === 'running';
    case 'trouble':
      return state.tone === 'bad' || state.tone === 'warn' || update.kind === 'blocked';
    case 'upgrade':
      return update.kind === 'available';
    default:
      return true;
  }
}

function textOf(row: OperatorRow): string {
  const { title, namespace, provider = '', csv, subscription, apis } = row;
  const kinds = apis.map(({ kind }) => kind);
  return [title, namespace, provider, csv?.metadata.name, subscription?.spec.name, ...kinds]
    .join(' ')
    .toLowerCase();
}
