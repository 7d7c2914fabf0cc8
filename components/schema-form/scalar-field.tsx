'use client';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox, Switch } from '#components/ui/choices.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { sameValue, lastKey } from '#lib/schema-form/schema/path.ts';
import { widgetOf } from '#lib/schema-form/layout/widget.ts';
import type { OptionsWidget, Widget } from '#lib/schema-form/layout/widget-types.ts';
import { type ControlProps, useControlAttributes } from './field-props.ts';
import { useForm } from './state/form-model.ts';
import { LineControl } from './line-control.tsx';
import { placeholderOf, textFromValue } from './state/scalar-values.ts';

const SearchControl = lazy(async () => ({
  default: (await import('./widgets/search-control.tsx')).SearchControl,
}));

/** The control for one scalar value. */
export function ScalarControl(props: ControlProps): ReactNode {
  const { field, descriptor, path, value } = props;
  const { Control } = useForm();
  const widget = widgetOf({ field, descriptor, name: lastKey(path), value });
  return <Control {...props} widget={widget} fallback={<PlainControl {...props} widget={widget} />} />;
}

/** The control for a value as the schema has it. */
function PlainControl({ widget, ...props }: ControlProps & { readonly widget: Widget }): ReactNode {
  switch (widget.kind) {
    case 'options':
      if (widget.look === 'radio') return <RadioControl {...props} widget={widget} />;
      if (widget.look === 'select') return <SelectControl {...props} widget={widget} />;
      return (
        <Suspense fallback={<SelectControl {...props} widget={widget} />}>
          <SearchControl {...props} widget={widget} />
        </Suspense>
      );
    case 'boolean':
      return <BooleanControl {...props} look={widget.look} />;
    default:
      return <LineControl {...props} widget={widget} />;
  }
}

interface Choices {
  /** Position of the value among the options; -1 when it is none of them. */
  readonly known: number;
  readonly isOther: boolean;
  readonly labels: readonly string[];
  readonly otherLabel: string;
}

/** Options by their position, so that `""`, numbers and text are told apart; a value outside them stays selectable. */
function useChoices({ widget, value }: OptionsProps): Choices {
  const t = useTranslations('schema-form');
  const known = widget.options.findIndex((option) => sameValue(option, value));
  const shown = textFromValue(value);
  return {
    known,
    isOther: value !== undefined && value !== null && known < 0,
    labels: widget.options.map((option) =>
      option === '' ? t('emptyOption') : option === null ? 'null' : textFromValue(option),
    ),
    otherLabel: widget.open ? shown : t('notAllowed', { value: shown }),
  };
}

/** The word of YAML, in any language. */
const NULL = 'null';

type OptionsProps = ControlProps & { readonly widget: OptionsWidget };

function SelectControl(props: OptionsProps): ReactNode {
  const { widget, value, field, onChange, onClear, disabled } = props;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(props);
  const { known, isOther, labels, otherLabel } = useChoices(props);
  const shown = labels.map((label, index) => ({ value: String(index), label }));
  return (
    <Select
      {...attributes}
      value={isOther ? 'other' : known < 0 ? '' : String(known)}
      placeholder={placeholderOf(field, value, t) ?? t('notSet')}
      options={isOther ? [...shown, { value: 'other', label: otherLabel }] : shown}
      disabled={disabled}
      onChange={(choice) => {
        if (choice === '') onClear();
        else if (choice !== 'other') onChange(widget.options[Number(choice)]);
      }}
    />
  );
}

/** A few short options side by side; none is chosen while the field is not set. */
function RadioControl(props: OptionsProps): ReactNode {
  const { widget, value, field, onChange, disabled } = props;
  const t = useTranslations('schema-form');
  const { id, ...attributes } = useControlAttributes(props);
  const { known, isOther, labels, otherLabel } = useChoices(props);
  const byDefault = widget.options.findIndex((option) => sameValue(option, field.defaultValue));
  const shown = isOther ? [...labels, otherLabel] : labels;
  return (
    <div
      role="radiogroup"
      {...attributes}
      {...(id === undefined || props.ariaLabel !== undefined ? {} : { 'aria-labelledby': `${id}-label` })}
      id={id}
      tabIndex={-1}
      className="flex min-h-8 flex-wrap gap-1"
    >
      {shown.map((label, index) => (
        <label
          key={label}
          className="flex items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 py-1 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-disabled:bg-sunken has-disabled:text-muted"
        >
          <input
            type="radio"
            name={`${id ?? attributes['data-path']}-choice`}
            value={label}
            checked={isOther ? index === labels.length : index === known}
            disabled={disabled}
            onChange={() => onChange(widget.options[index])}
            className="size-3.5 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[4px] checked:border-accent-solid"
          />
          {label}
          {value === undefined && index === byDefault ? (
            <span className="text-xs text-faint">{t('widgets.isDefault')}</span>
          ) : null}
        </label>
      ))}
      {value === null ? <span className="self-center text-sm text-faint">{NULL}</span> : null}
    </div>
  );
}

/** Three states: on, off, and not set, which the word beside the control tells apart. */
function BooleanControl(props: ControlProps & { readonly look: 'switch' | 'checkbox' }): ReactNode {
  const { field, value, onChange, disabled, look } = props;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(props);
  const isSet = typeof value === 'boolean';
  const byDefault = field.defaultValue === true;
  const checked = isSet ? value : byDefault;
  const unset = field.defaultValue === undefined ? t('notSet') : byDefault ? t('defaultOn') : t('defaultOff');
  const word = isSet ? (value ? t('on') : t('off')) : value === null ? 'null' : unset;
  const state = <span className={isSet ? 'text-sm' : 'text-sm text-faint'}>{word}</span>;
  return (
    <span className="flex h-8 items-center gap-2">
      {look === 'checkbox' ? (
        <Checkbox {...attributes} checked={checked} onChange={onChange} disabled={disabled} label={state} />
      ) : (
        <>
          <Switch {...attributes} checked={checked} onChange={onChange} disabled={disabled} />
          {state}
        </>
      )}
    </span>
  );
}
