'use client';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '#components/ui/choices.tsx';
import { NumberInput, Select, TextArea, TextInput } from '#components/ui/inputs.tsx';
import type { FieldDescriptor } from '#lib/schema-form/descriptors.ts';
import { sameValue } from '#lib/schema-form/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema.ts';
import { intOrStringFromText, numberFromText, placeholderOf, textFromValue } from './scalar-values.ts';

export interface ControlProps {
  readonly field: FieldSchema;
  readonly descriptor: FieldDescriptor | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onClear: () => void;
  readonly disabled: boolean;
  /** Where there is no visible label: items of lists. */
  readonly ariaLabel?: string | undefined;
}

/** The control for one scalar value. */
export function ScalarControl(props: ControlProps): ReactNode {
  const { field, descriptor } = props;
  const options = optionsOf(field, descriptor);
  if (options !== undefined) return <OptionsControl {...props} options={options} />;
  switch (field.kind) {
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'integer':
    case 'number':
      return <NumberControl {...props} />;
    case 'intOrString':
      return <TextControl {...props} toValue={(text) => intOrStringFromText(text, props.value)} />;
    default:
      return <TextControl {...props} toValue={(text) => text} />;
  }
}

const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

function optionsOf(
  field: FieldSchema,
  descriptor: FieldDescriptor | undefined,
): readonly unknown[] | undefined {
  if (field.kind === 'boolean') return undefined;
  if (field.options !== undefined) return field.options;
  if (field.kind !== 'string') return undefined;
  if (descriptor?.widget === 'imagePullPolicy') return PULL_POLICIES;
  return descriptor?.widget === 'select' && descriptor.options.length > 0 ? descriptor.options : undefined;
}

function labelled(ariaLabel: string | undefined): { 'aria-label'?: string } {
  return ariaLabel === undefined ? {} : { 'aria-label': ariaLabel };
}

/** Options by their position, so that `""`, numbers and text are told apart; a value outside them stays selectable. */
function OptionsControl(props: ControlProps & { readonly options: readonly unknown[] }): ReactNode {
  const { options, value, field, onChange, onClear, disabled, ariaLabel } = props;
  const t = useTranslations('schema-form');
  const known = options.findIndex((option) => sameValue(option, value));
  const isOther = value !== undefined && value !== null && known < 0;
  const shown = options.map((option, index) => ({
    value: String(index),
    label: option === '' ? t('emptyOption') : textFromValue(option),
  }));
  const other = { value: 'other', label: t('notAllowed', { value: textFromValue(value) }) };
  return (
    <Select
      {...labelled(ariaLabel)}
      value={isOther ? other.value : known < 0 ? '' : String(known)}
      placeholder={placeholderOf(field, value, t) ?? t('notSet')}
      options={isOther ? [...shown, other] : shown}
      disabled={disabled}
      onChange={(choice) => {
        if (choice === '') onClear();
        else if (choice !== 'other') onChange(options[Number(choice)]);
      }}
    />
  );
}

/** Three states: on, off, and not set, which the word beside the switch tells apart. */
function BooleanControl({ field, value, onChange, disabled, ariaLabel }: ControlProps): ReactNode {
  const t = useTranslations('schema-form');
  const isSet = typeof value === 'boolean';
  const byDefault = field.defaultValue === true;
  const checked = isSet ? value : byDefault;
  const unset = field.defaultValue === undefined ? t('notSet') : byDefault ? t('defaultOn') : t('defaultOff');
  return (
    <span className="flex h-8 items-center gap-2">
      <Switch {...labelled(ariaLabel)} checked={checked} onChange={onChange} disabled={disabled} />
      <span className={isSet ? 'text-sm' : 'text-sm text-faint'}>
        {isSet ? (value ? t('on') : t('off')) : unset}
      </span>
    </span>
  );
}

/** Keeps the text as typed (`1.`, `-`) as long as it means the value. */
function NumberControl({ field, value, onChange, onClear, disabled, ariaLabel }: ControlProps): ReactNode {
  const t = useTranslations('schema-form');
  const [typed, setTyped] = useState('');
  const shown = typed !== '' && Object.is(numberFromText(typed), value) ? typed : textFromValue(value);
  return (
    <NumberInput
      {...labelled(ariaLabel)}
      integer={field.kind === 'integer'}
      value={shown}
      placeholder={placeholderOf(field, value, t)}
      disabled={disabled}
      onChange={(text) => {
        setTyped(text);
        if (text.trim() === '') onClear();
        else onChange(numberFromText(text));
      }}
      className="max-w-60"
    />
  );
}

/**
 * Text on one line, or in a box when it has several. Erasing a text that was not there when typing began unsets the
 * field again; erasing one that was there leaves it empty.
 */
function TextControl(props: ControlProps & { readonly toValue: (text: string) => unknown }): ReactNode {
  const { field, descriptor, value, toValue, onChange, onClear, disabled, ariaLabel } = props;
  const t = useTranslations('schema-form');
  const presentBefore = useRef(value !== undefined);
  const text = textFromValue(value);
  const [wasLong, setWasLong] = useState(text.includes('\n'));
  const common = {
    ...labelled(ariaLabel),
    value: text,
    placeholder: value === '' ? t('emptyText') : placeholderOf(field, value, t),
    disabled,
    onFocus: () => {
      presentBefore.current = value !== undefined;
    },
  };
  const change = (next: string): void => {
    if (next === '' && !presentBefore.current) onClear();
    else onChange(toValue(next));
  };
  if (wasLong || text.includes('\n')) {
    return (
      <TextArea
        {...common}
        mono
        rows={Math.min(14, text.split('\n').length + 1)}
        onChange={(next) => {
          setWasLong(true);
          change(next);
        }}
      />
    );
  }
  const secret = descriptor?.widget === 'password' || field.format === 'password';
  return (
    <TextInput
      {...common}
      type={secret ? 'password' : 'text'}
      onChange={change}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n');
        if (secret || !pasted.includes('\n')) return;
        // A one-line box would drop the line breaks.
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        setWasLong(true);
        change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length));
      }}
    />
  );
}
