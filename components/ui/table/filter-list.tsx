'use client';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SearchInput } from '../inputs.tsx';
import { OptionRow } from '../layers/option-row.tsx';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface FilterListProps {
  /** Names the box and the list. */
  readonly label: string;
  readonly options: readonly FilterOption[];
  readonly value: string;
  readonly onSelect: (value: string) => void;
  /** Said when nothing matches what was typed. */
  readonly empty: (typed: string) => ReactNode;
  /** Options that stay whatever is typed (e.g. "All"). */
  readonly pinned?: readonly FilterOption[];
}

/** Above this many matches the rest is only counted: nobody scrolls through hundreds of names. */
const SHOWN = 200;

/** A box to type in and the choices that match, by keyboard and pointer. */
export function FilterList(props: FilterListProps): ReactNode {
  const { label, options, value, onSelect, empty, pinned = [] } = props;
  const t = useTranslations('ui');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const wanted = typed.trim().toLowerCase();
  const matches = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const shown = [...(wanted === '' ? pinned : []), ...matches.slice(0, SHOWN)];
  const current = Math.min(active, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (current + step + shown.length) % Math.max(shown.length, 1);
      setActive(next);
      document.getElementById(`${listId}-${String(next)}`)?.scrollIntoView({ block: 'nearest' });
    }
    const chosen = shown[current];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onSelect(chosen.value);
    }
  };
  return (
    <div className="flex min-h-0 flex-col gap-1">
      <SearchInput
        ref={focusOnce}
        label={label}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActive(0);
        }}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current < 0 ? undefined : `${listId}-${String(current)}`}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={label} className="max-h-72 min-h-0 overflow-y-auto">
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`${listId}-${String(index)}`}
            title={option.label}
            selected={option.value === value}
            className={index === current && 'bg-hover'}
            onChoose={() => onSelect(option.value)}
          >
            <span className="truncate">{option.label}</span>
          </OptionRow>
        ))}
      </div>
      {shown.length === 0 ? <div className="px-2 py-3 text-sm text-muted">{empty(typed.trim())}</div> : null}
      {matches.length > SHOWN ? (
        <p className="px-2 py-1 text-sm text-muted">{t('moreToNarrow', { count: matches.length - SHOWN })}</p>
      ) : null}
    </div>
  );
}

/** It opens because the user asked for it, and comes when its choices are there. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
