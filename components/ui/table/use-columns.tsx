'use client';
import { Columns3 } from 'lucide-react';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { parseChoices, shownColumns } from './column-choice.ts';
import { Menu } from '../layers/menu.tsx';
import type { Column } from './table.tsx';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Without storage, as in some private windows, choices last as long as the page. */
const unsaved = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unsaved.get(key) ?? null;
  } catch {
    return unsaved.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unsaved.set(key, text);
  }
  for (const listener of listeners) listener();
}

interface ColumnView<Row> {
  readonly columns: readonly Column<Row>[];
  /** The menu in which they are chosen; nothing where there is no choice. */
  readonly menu: ReactNode;
}

/** The columns to show: the table's own choice until the user makes another, which this browser remembers. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]): ColumnView<Row> {
  const t = useTranslations('ui');
  const key = `capstan.columns.${table}`;
  const kept = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  const choices = useMemo(() => parseChoices(kept), [kept]);
  // The same list as before where nothing changed: rows are drawn anew with another one.
  const shown = useMemo(() => shownColumns(columns, choices), [columns, choices]);
  const open = columns.filter(({ choice }) => choice !== undefined);
  const trigger = (
    <Button
      aria-label={t('columns')}
      title={t('columns')}
      icon={<Columns3 aria-hidden className="size-4" />}
    />
  );
  return {
    columns: shown,
    menu:
      open.length === 0 ? null : (
        <Menu
          trigger={trigger}
          items={open.map(({ id, header, choice }) => ({
            kind: 'switch',
            label: header,
            on: choices[id] ?? choice === 'shown',
            onSwitch: (on) => write(key, JSON.stringify({ ...choices, [id]: on })),
          }))}
        />
      ),
  };
}
