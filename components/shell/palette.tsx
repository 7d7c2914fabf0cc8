'use client';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { Modal } from '#components/ui/layers/modal.tsx';
import { rowAfter } from '#components/ui/table/row-keys.ts';
import { ranked, type PaletteEntry } from './palette-rank.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

const SHOWN = 40;

const POPUP =
  'top-[10vh] max-h-[75vh] w-[calc(100vw-2rem)] max-w-140 left-1/2 -translate-x-1/2 flex-col rounded-lg border bg-raised open:flex';

/** Everything that one can go to or do, by typing some letters of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTranslations('shell');
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = ranked(usePaletteEntries(query), query, SHOWN);
  const current = Math.min(active, found.length - 1);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined || entry.disabledReason !== undefined) return;
    onClose();
    // After the dialog has given the focus back: what is run may want it.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') choose(found[current]);
    // Home and End are for the text.
    const to = /^(Arrow|Page)/.test(event.key) ? rowAfter(event.key, current, found.length) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
  };
  return (
    <Modal open onClose={onClose} labelledBy={`${id}-title`} className={POPUP}>
      <h2 id={`${id}-title`} className="sr-only">
        {t('palette')}
      </h2>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <input
          role="combobox"
          aria-label={t('paletteSearch')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${String(current)}`}
          placeholder={t('paletteSearch')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-base outline-none"
        />
      </div>
      <Options id={id} found={found} current={current} onChoose={choose} onPoint={setActive} />
      <p role="status" className={cx('px-4 py-6 text-center text-muted', found.length > 0 && 'sr-only')}>
        {t('paletteFound', { count: found.length })}
      </p>
    </Modal>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly found: readonly PaletteEntry[];
  readonly current: number;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onPoint: (index: number) => void;
}

function Options({ id, found, current, onChoose, onPoint }: OptionsProps): ReactNode {
  const t = useTranslations('shell');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, found.length]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('palette')}
      tabIndex={-1}
      className="min-h-0 overflow-y-auto p-2 empty:hidden"
    >
      {found.map((entry, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- The combobox above has the keys.
        <div
          key={entry.id}
          id={`${id}-${String(index)}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          aria-disabled={entry.disabledReason !== undefined || undefined}
          onClick={() => onChoose(entry)}
          onPointerMove={() => {
            if (index !== current) onPoint(index);
          }}
          className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-selected:bg-hover"
        >
          <span className="min-w-0 grow truncate">{entry.label}</span>
          <span className="max-w-[45%] shrink-0 truncate text-sm text-muted">
            {entry.disabledReason ?? entry.hint}
          </span>
          <span className="shrink-0 text-xs text-faint">{t(`paletteGroup.${groupOf(entry)}`)}</span>
        </div>
      ))}
    </div>
  );
}

const GROUPS = [
  'actions',
  'create',
  'instances',
  'kinds',
  'namespaces',
  'operators',
  'packages',
  'pages',
] as const;

function groupOf({ group }: PaletteEntry): (typeof GROUPS)[number] {
  return GROUPS.find((one) => one === group) ?? 'pages';
}
