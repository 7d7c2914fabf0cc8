'use client';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { SearchInput } from '#components/ui/inputs.tsx';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import {
  FieldIndex,
  formatPattern,
  type FoundField,
  pathOfPattern,
} from '#lib/schema-form/schema/field-index.ts';
import { type Path } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { whenIdle } from './state/viewport.ts';

interface FieldSearchProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly valueAt: (path: Path) => unknown;
  readonly onJump: (path: Path) => void;
}

/** Groups of fields that are taken into the index between two frames. */
const SLICE = 40;

/** Finds any field by name, title or description, whether it is set or not, and goes there. */
export function FieldSearch({ field, descriptors, path, valueAt, onJump }: FieldSearchProps): ReactNode {
  const t = useTranslations('schema-form');
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const index = useMemo(() => new FieldIndex({ field, descriptors, path }), [field, descriptors, path]);
  const results = useMemo(() => index.find(query), [index, query]);
  const open = query.trim() !== '';
  const choose = (result: FoundField | undefined): void => {
    if (result === undefined) return;
    setQuery('');
    onJump(pathOfPattern(result.pattern, valueAt([])));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !open) return;
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, results.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') choose(results[active]);
    else if (event.key === 'Escape') setQuery('');
    else return;
    event.preventDefault();
  };
  return (
    <search className="relative">
      <SearchInput
        label={t('find')}
        value={query}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && results.length > 0 ? `${id}-${active}` : undefined}
        onFocus={() => growIdly(index)}
        onChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
        onKeyDown={press}
      />
      {open ? (
        <div className="absolute z-20 mt-1 max-h-80 w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-popup">
          {results.length === 0 ? (
            <p role="status" className="px-3 py-1.5 text-muted">
              {t('noField')}
            </p>
          ) : null}
          <div id={`${id}-list`} role="listbox" aria-label={t('find')}>
            {results.map((result, place) => (
              <Result
                key={formatPattern(result.pattern)}
                id={`${id}-${place}`}
                result={result}
                active={place === active}
                onChoose={() => choose(result)}
              />
            ))}
          </div>
        </div>
      ) : null}
    </search>
  );
}

function growIdly(index: FieldIndex): void {
  if (index.grow(SLICE)) return;
  whenIdle(() => growIdly(index));
}

interface ResultProps {
  readonly id: string;
  readonly result: FoundField;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Result({ id, result, active, onChoose }: ResultProps): ReactNode {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus stays in the combobox, which has the keys
    <div
      id={id}
      ref={active ? keepInView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={cx('flex min-w-0 cursor-default items-baseline gap-2 px-3 py-1.5', active && 'bg-hover')}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="max-w-[60%] shrink-0 truncate">{result.title}</span>
      <span className="min-w-0 truncate font-mono text-xs text-faint">{formatPattern(result.pattern)}</span>
    </div>
  );
}

function keepInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
