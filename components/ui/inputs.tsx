'use client';
import { ChevronDown, Search, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './cx.ts';
import { useFieldControl } from './field.tsx';

/** The frame all text-like controls share. */
const CONTROL_CLASS =
  'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-text transition-colors hover:border-control ' +
  'focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 aria-invalid:border-bad ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'>;

export interface TextInputProps extends InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'url';
  /** For names, paths and other code-like values. */
  readonly mono?: boolean;
}

export function TextInput({
  onChange,
  mono = false,
  type = 'text',
  className,
  ...rest
}: TextInputProps): ReactNode {
  const field = useFieldControl();
  return (
    <input
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...field}
      {...rest}
      type={type}
      onChange={(event) => onChange(event.target.value)}
      className={cx(CONTROL_CLASS, mono && 'font-mono text-sm', className)}
    />
  );
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
}

export function TextArea({ onChange, mono = false, className, ...rest }: TextAreaProps): ReactNode {
  const field = useFieldControl();
  return (
    <textarea
      rows={3}
      spellCheck={!mono}
      {...field}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={cx(CONTROL_CLASS, 'h-auto py-1.5', mono && 'font-mono text-sm', className)}
    />
  );
}

export interface NumberInputProps extends InputProps {
  /** The text as typed: the caller decides what it means, so nothing typed is ever lost or rounded. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly integer?: boolean;
}

/** A text field with a numeric keypad: `type=number` would hide what was typed when it is not a number. */
export function NumberInput({ onChange, integer = false, className, ...rest }: NumberInputProps): ReactNode {
  const field = useFieldControl();
  return (
    <input
      autoComplete="off"
      inputMode={integer ? 'numeric' : 'decimal'}
      {...field}
      {...rest}
      type="text"
      onChange={(event) => onChange(event.target.value)}
      className={cx(CONTROL_CLASS, 'tabular-nums', className)}
    />
  );
}

export interface SearchInputProps extends InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
}

export function SearchInput({ value, onChange, label, className, ...rest }: SearchInputProps): ReactNode {
  const t = useTranslations('ui');
  return (
    <div className={cx('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-faint" />
      <input
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(CONTROL_CLASS, 'ps-8 pe-8')}
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label={t('clearSearch')}
          onClick={() => onChange('')}
          className="absolute end-1 top-1 grid size-6 place-items-center rounded-sm text-faint hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** Shown as first, empty choice. */
  readonly placeholder?: string;
}

/** The browser's own select: quick, at home on phones, and it brings no styles of its own past the policy. */
export function Select({ onChange, options, placeholder, className, ...rest }: SelectProps): ReactNode {
  const field = useFieldControl();
  return (
    <div className={cx('relative', className)}>
      <select
        {...field}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
        className={cx(CONTROL_CLASS, 'appearance-none truncate pe-8')}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute end-2 top-2 size-4 text-muted" />
    </div>
  );
}
