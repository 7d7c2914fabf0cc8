'use client';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field.tsx';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Beside the switch; leave it out inside a Field, whose label serves. */
  readonly label?: ReactNode;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
}

export function Switch({ checked, onChange, label, disabled = false, ...rest }: SwitchProps): ReactNode {
  const field = useFieldControl();
  const control = (
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        {...field}
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 z-10 size-full appearance-none rounded-full disabled:cursor-not-allowed"
      />
      <span className="absolute inset-0 rounded-full bg-control transition-colors peer-checked:bg-accent-solid peer-disabled:opacity-50" />
      <span className="absolute start-0.5 top-0.5 size-4 rounded-full bg-on-accent shadow-card transition-transform peer-checked:translate-x-4" />
    </span>
  );
  if (label === undefined) return control;
  return (
    <label className="inline-flex items-center gap-2">
      {control}
      <span>{label}</span>
    </label>
  );
}

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  /** At the end of the line, e.g. a count. */
  readonly trailing?: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly id?: string;
  readonly 'aria-label'?: string;
}

export function Checkbox({
  checked,
  onChange,
  label,
  trailing,
  disabled = false,
  className,
  ...rest
}: CheckboxProps): ReactNode {
  const field = useFieldControl();
  return (
    <label className={cx('flex min-w-0 items-center gap-2', disabled && 'opacity-50', className)}>
      <span className="relative inline-flex size-4 shrink-0">
        <input
          {...field}
          {...rest}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-4 appearance-none rounded-sm border border-control bg-surface checked:border-accent-solid checked:bg-accent-solid"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-accent peer-checked:block"
        />
      </span>
      <span className="min-w-0 grow break-words">{label}</span>
      {trailing}
    </label>
  );
}

export interface RadioOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Why it cannot be chosen. */
  readonly disabledReason?: string | undefined;
}

export interface RadioGroupProps {
  readonly legend: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly RadioOption[];
  readonly help?: ReactNode;
}

/** A set of choices as a joined list; each says what it means, and a closed one says why. */
export function RadioGroup({ legend, value, onChange, options, help }: RadioGroupProps): ReactNode {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      {help === undefined ? null : <p className="mb-1 text-sm text-muted">{help}</p>}
      <div className="divide-y divide-line overflow-hidden rounded-md border border-line-strong bg-surface">
        {options.map((option) => (
          <Radio
            key={option.value}
            name={name}
            option={option}
            checked={option.value === value}
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface RadioProps {
  readonly name: string;
  readonly option: RadioOption;
  readonly checked: boolean;
  readonly onChange: (value: string) => void;
}

function Radio({ name, option, checked, onChange }: RadioProps): ReactNode {
  const helpId = useId();
  const closed = option.disabledReason !== undefined;
  const help = usePhrase()(option.disabledReason ?? option.help);
  return (
    <label
      className={cx(
        'flex items-start gap-2.5 px-3 py-2 transition-colors has-focus-visible:bg-hover',
        closed ? 'bg-sunken' : 'hover:bg-hover',
        checked && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        disabled={closed}
        aria-describedby={help === undefined ? undefined : helpId}
        onChange={() => onChange(option.value)}
        className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[5px] checked:border-accent-solid disabled:opacity-40"
      />
      <span className="flex min-w-0 flex-col">
        <span className={cx('font-medium', closed && 'text-muted')}>{option.label}</span>
        {help === undefined ? null : (
          <span id={helpId} className="text-sm break-words text-muted">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}
