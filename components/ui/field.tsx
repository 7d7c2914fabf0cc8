'use client';
import { createContext, use, useId, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';

interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

const FieldContext = createContext<FieldIds | undefined>(undefined);

/** What a control inside a Field spreads onto its element, so that label, help and error belong to it. */
export interface FieldControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

export function useFieldControl(): FieldControlProps {
  const field = use(FieldContext);
  if (field === undefined) return {};
  return {
    id: field.id,
    ...(field.describedBy === undefined ? {} : { 'aria-describedby': field.describedBy }),
    ...(field.invalid ? { 'aria-invalid': true } : {}),
    ...(field.required ? { 'aria-required': true } : {}),
  };
}

/** A control in a row of its own kind, without a visible label: its error belongs to it all the same. */
export function InlineField(props: {
  readonly id: string;
  readonly error: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { id, error, children } = props;
  const hasError = error !== undefined;
  const ids = { id, describedBy: hasError ? `${id}-error` : undefined, invalid: hasError, required: false };
  return (
    <div className="min-w-0">
      <FieldContext value={ids}>{children}</FieldContext>
      {hasError ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactNode {
  const phrase = usePhrase();
  return (
    <p id={id} className="flex items-start gap-1 text-sm text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{phrase(children)}</span>
    </p>
  );
}

/** What lies in a field without belonging to its control, such as a dialog that one of its buttons opens. */
export function OutsideField({ children }: { readonly children: ReactNode }): ReactNode {
  return <FieldContext value={undefined}>{children}</FieldContext>;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Beside the label, at the end of the line. */
  readonly action?: ReactNode;
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One labelled control. The inputs of this folder find their label by context. */
export function Field(props: FieldProps): ReactNode {
  const { label, help, error, required = false, action, className, children } = props;
  const phrase = usePhrase();
  const own = useId();
  const id = props.id ?? own;
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  const described = [help === undefined ? '' : `${id}-help`, hasError ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  const ids = { id, describedBy: described === '' ? undefined : described, invalid: hasError, required };
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="min-w-0 font-medium break-words">
          {label}
          {required ? <span aria-hidden className="ms-0.5 text-bad after:content-['*']" /> : null}
        </label>
        {action}
      </div>
      <FieldContext value={ids}>{children}</FieldContext>
      {hasError ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-sm break-words text-muted">
          {phrase(help)}
        </p>
      )}
    </div>
  );
}
