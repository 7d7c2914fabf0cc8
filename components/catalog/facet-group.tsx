'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { cx } from '#components/ui/cx.ts';
import { SearchInput } from '#components/ui/inputs.tsx';
import type { FacetValue } from '#lib/olm/search/facets.ts';

/** Values shown before "Show all"; chosen ones always are. */
const SHOWN = 6;
/** Lists that are longer can be searched. */
const SEARCHED_FROM = 15;

interface FacetGroupProps {
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly onToggle: (value: string) => void;
}

/** One facet with its values and what each would leave. */
export function FacetGroup({ title, values, onToggle }: FacetGroupProps): ReactNode {
  const t = useTranslations('catalog');
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState('');
  // A choice between one thing is none.
  if (values.length < 2 && !values.some(({ selected }) => selected)) return null;
  const wanted = typed.trim().toLowerCase();
  const fitting = all ? values.filter(({ label }) => label.toLowerCase().includes(wanted)) : values;
  const shown = fitting.filter(({ selected }, index) => all || index < SHOWN || selected);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      {all && values.length >= SEARCHED_FROM ? (
        <SearchInput
          label={t('searchIn', { facet: title })}
          placeholder={t('narrow')}
          value={typed}
          onChange={setTyped}
          className="mb-1"
        />
      ) : null}
      <div className={cx('flex flex-col', all && 'max-h-80 overflow-y-auto')}>
        {shown.map((value) => (
          <Value key={value.value} value={value} onToggle={onToggle} />
        ))}
        {shown.length === 0 ? <p className="py-1 text-sm text-muted">{t('nothingMatches')}</p> : null}
      </div>
      {values.length > SHOWN ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 mt-1"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
            setTyped('');
          }}
        >
          {all ? t('showFewer') : t('showAll', { count: String(values.length) })}
        </Button>
      ) : null}
    </fieldset>
  );
}

function Value({
  value: { value, label, count, selected },
  onToggle,
}: {
  readonly value: FacetValue;
  readonly onToggle: (value: string) => void;
}): ReactNode {
  return (
    <Checkbox
      checked={selected}
      onChange={() => onToggle(value)}
      label={<span className="line-clamp-2 break-words">{label}</span>}
      trailing={<span className="text-sm text-faint tabular-nums">{count}</span>}
      className={cx(
        'min-h-7 shrink-0 py-0.5 hover:text-text has-checked:text-text',
        count === 0 && !selected ? 'text-faint' : 'text-muted',
      )}
    />
  );
}
