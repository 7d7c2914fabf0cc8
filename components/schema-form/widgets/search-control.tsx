'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import type { OptionsWidget } from '#lib/schema-form/layout/widget-types.ts';
import { type ControlProps, useControlAttributes } from '../field-props.ts';
import { placeholderOf, textFromValue, valueFromText } from '../state/scalar-values.ts';

/** Options among which one searches, or that are offers only: any text can be typed, the validator says what fits. */
export function SearchControl(props: ControlProps & { readonly widget: OptionsWidget }): ReactNode {
  const { widget, value, field, disabled, onChange, onClear } = props;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(props);
  return (
    <Combobox
      {...attributes}
      value={textFromValue(value)}
      placeholder={value === '' ? t('emptyText') : (placeholderOf(field, value, t) ?? t('notSet'))}
      disabled={disabled}
      options={widget.options.map((option) => ({ value: textFromValue(option) }))}
      listLabel={t('widgets.options')}
      onChange={(text) => {
        if (text === '') onClear();
        else onChange(valueFromText(text, field, value));
      }}
    />
  );
}
