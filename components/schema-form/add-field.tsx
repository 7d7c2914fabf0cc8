'use client';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { type Dictionary, type Path } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { focusLater } from './state/field-focus.ts';
import { useForm } from './state/form-model.ts';
import { initialValue } from './state/scalar-values.ts';
import type { Translate } from '#messages/types.ts';

const TYPES = [
  { value: 'text', initial: '' },
  { value: 'number', initial: 0 },
  { value: 'switch', initial: false },
  { value: 'group', initial: {} },
  { value: 'list', initial: [] },
] as const;

function typeOptions(t: Translate<'schema-form'>): { value: string; label: string }[] {
  return TYPES.map(({ value }) => ({ value, label: t(`types.${value}`) }));
}

interface AddFieldProps {
  readonly path: Path;
  readonly taken: Dictionary | undefined;
  /** What the new value is; without a type of its own the user chooses one. */
  readonly field?: FieldSchema;
}

/** A key of the user's own choice, and for free data the type of its value. */
export function AddField(props: AddFieldProps): ReactNode {
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  if (frozen) return null;
  return (
    <div ref={element}>
      {open ? (
        <NewEntry
          {...props}
          onDone={() => setOpen(false)}
          onCancel={() => {
            setOpen(false);
            focusLater(() => [element.current]);
          }}
        />
      ) : (
        <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />} onClick={() => setOpen(true)}>
          {t('addEntry')}
        </Button>
      )}
    </div>
  );
}

interface NewEntryProps extends AddFieldProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function NewEntry({ path, taken, field, onDone, onCancel }: NewEntryProps): ReactNode {
  const t = useTranslations('schema-form');
  const ui = useTranslations('ui');
  const { actions, enter } = useForm();
  const [key, setKey] = useState('');
  const [type, setType] = useState<string>('text');
  const typed = field !== undefined && field.kind !== 'any';
  const clash = taken !== undefined && Object.hasOwn(taken, key);
  const add = (): void => {
    if (key === '' || clash) return;
    const chosen = TYPES.find((one) => one.value === type)?.initial ?? '';
    actions.set([...path, key], typed ? initialValue(field) : chosen);
    onDone();
    // The box that had the focus goes; what is typed next is the value.
    enter([...path, key]);
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-32 grow basis-40">
        <TextInput
          mono
          ref={focusOnce}
          aria-label={t('newKey')}
          placeholder={t('newKey')}
          value={key}
          onChange={setKey}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        {clash ? <p className="text-sm text-bad">{t('keyTaken')}</p> : null}
      </div>
      {typed ? null : (
        <Select
          aria-label={t('typeOfValue')}
          value={type}
          onChange={setType}
          options={typeOptions(t)}
          className="w-36"
        />
      )}
      <Button onClick={add} disabledReason={key === '' ? t('enterKey') : undefined}>
        {t('add')}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {ui('cancel')}
      </Button>
    </div>
  );
}

/** The user has just asked for this box. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

/** For items of lists without a type. */
export function NewValueButtons({
  label,
  onAdd,
}: {
  readonly label: string;
  readonly onAdd: (value: unknown) => void;
}): ReactNode {
  const t = useTranslations('schema-form');
  const [type, setType] = useState<string>('text');
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t('typeOfItem')}
        value={type}
        onChange={setType}
        options={typeOptions(t)}
        className="w-36"
      />
      <Button
        icon={<Plus aria-hidden className="size-3.5" />}
        onClick={() => onAdd(TYPES.find((one) => one.value === type)?.initial ?? '')}
      >
        {label}
      </Button>
    </div>
  );
}
