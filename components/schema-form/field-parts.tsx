'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field } from '#components/ui/field.tsx';
import { formatPath, type Path } from '#lib/schema-form/schema/path.ts';
import { shortText } from '#lib/schema-form/schema/plain-text.ts';
import { FieldOriginSlot } from './field-origin.tsx';
import { fieldId } from './state/form-model.ts';
import type { Problem } from '#lib/schema-form/schema/problem.ts';
import { useProblemTexts } from './state/problem-text.ts';

/** Help text of a schema: the first sentence, the rest on demand. */
export function Help({ text }: { readonly text: string }): ReactNode {
  const t = useTranslations('schema-form');
  const [open, setOpen] = useState(false);
  const short = shortText(text);
  if (short === text) return <span className="whitespace-pre-line">{text}</span>;
  return (
    <span className="whitespace-pre-line">
      {open ? text : short}{' '}
      <button
        type="button"
        aria-expanded={open}
        className="rounded-sm text-accent hover:underline"
        onClick={() => setOpen(!open)}
      >
        {open ? t('less') : t('more')}
      </button>
    </span>
  );
}

export interface FieldFrameProps {
  readonly path: Path;
  readonly title: string;
  readonly help?: string | undefined;
  readonly required?: boolean;
  readonly errors: readonly Problem[];
  /** The field is in the document, so it can be cleared. */
  readonly isSet: boolean;
  /** Undefined where clearing makes no sense, as for items of lists. */
  readonly onClear?: (() => void) | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Label, help, error and the way to unset, around one control. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { path, title, help, required = false, errors, isSet, onClear, action, children } = props;
  const told = useProblemTexts();
  const id = fieldId(path);
  const labelId = `${id}-label`;
  return (
    <Field
      id={id}
      label={
        <span id={labelId} title={formatPath(path)}>
          {title}
        </span>
      }
      required={required}
      className="group/field scroll-mt-24"
      {...(help === undefined ? {} : { help: <Help text={help} /> })}
      error={errors.length === 0 ? undefined : told(errors)}
      action={
        <span className="flex items-center gap-1">
          {action}
          {isSet ? <FieldOriginSlot path={path} title={title} /> : null}
          {isSet && onClear !== undefined ? <ClearButton describedBy={labelId} onClear={onClear} /> : null}
        </span>
      }
    >
      {children}
    </Field>
  );
}

/** What is wrong with an object or list itself, not with what is in it. */
export function OwnErrors(props: {
  readonly errors: readonly Problem[];
  readonly className?: string;
}): ReactNode {
  const told = useProblemTexts();
  if (props.errors.length === 0) return null;
  return <p className={cx('text-sm text-bad', props.className)}>{told(props.errors)}</p>;
}

/** Named by its text alone: the field it belongs to is its description, so that the field's name stays unique. */
export function ClearButton({
  describedBy,
  onClear,
}: {
  readonly describedBy: string;
  readonly onClear: () => void;
}): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      className="rounded-sm px-1 text-xs text-faint hover:bg-hover hover:text-text"
      onClick={onClear}
    >
      {t('clear')}
    </button>
  );
}

export function SmallButton(props: {
  readonly icon: ReactNode;
  readonly label: string;
  /** What it does, by which the focus finds it again. */
  readonly tool?: string;
  readonly onClick: (button: Element) => void;
}): ReactNode {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={props.label}
      data-tool={props.tool}
      icon={props.icon}
      onClick={(event) => props.onClick(event.currentTarget)}
    />
  );
}
