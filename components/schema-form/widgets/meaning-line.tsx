'use client';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { meaningOf } from '#lib/schema-form/layout/meaning.ts';
import { lastKey } from '#lib/schema-form/schema/path.ts';
import { textFromValue } from '../state/scalar-values.ts';
import type { AdditionProps } from './addition-props.ts';
import { meaningText } from './meaning-text.ts';

/** What the text in the control means, in words; or what was probably meant, and a button that writes it. */
export function MeaningLine({ id, widget, value, path, disabled, onChange }: AdditionProps): ReactNode {
  const t = useTranslations('schema-form');
  const locale = useLocale();
  const meaning = meaningOf(widget.kind, textFromValue(value), lastKey(path));
  if (meaning === undefined) return null;
  if (meaning.kind !== 'suggestion' && meaning.kind !== 'milliBytes') {
    return (
      <span id={id} className="block text-sm break-words text-faint">
        {meaningText(meaning, t, locale)}
      </span>
    );
  }
  return (
    <span id={id} className="flex flex-wrap items-center gap-1 text-sm text-muted">
      <CircleHelp aria-hidden className="size-3.5 shrink-0 text-warn" />
      {meaning.kind === 'milliBytes' ? t('widgets.milliBytes') : t('widgets.didYouMean')}
      <button
        type="button"
        disabled={disabled}
        className="rounded-sm font-mono text-accent hover:underline disabled:text-muted"
        onClick={() => onChange(meaning.text)}
      >
        {t('widgets.use', { text: meaning.text })}
      </button>
    </span>
  );
}
