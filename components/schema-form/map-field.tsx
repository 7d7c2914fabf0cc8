'use client';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/error-tree.ts';
import { type Dictionary, type Path } from '#lib/schema-form/path.ts';
import { type FieldSchema, fieldOf, valueField } from '#lib/schema-form/schema.ts';
import { stepDescriptors } from '#lib/schema-form/descriptors.ts';
import { AddField } from './add-field.tsx';
import { SmallButton } from './field-parts.tsx';
import { shownField } from './field-props.ts';
import { useForm } from './form-model.ts';
import { ScalarControl } from './scalar-field.tsx';
import { fits } from './scalar-values.ts';
import { useProblemTexts } from './problem-text.ts';

interface MapFieldProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: Dictionary | undefined;
  readonly errors: ErrorTree;
  readonly depth: number;
}

const WINDOW = 50;

/** Keys of the user's own choice with values of one kind: labels, limits, node selectors, free data. */
export function MapField(props: MapFieldProps): ReactNode {
  const { field, path, value } = props;
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const [shown, setShown] = useState(WINDOW);
  const item = valueField(field) ?? fieldOf(undefined);
  const entries = Object.entries(value ?? {});
  return (
    <>
      {entries.length === 0 ? <p className="text-sm text-faint">{t('noEntries')}</p> : null}
      {entries.slice(0, shown).map(([key, entry], index) => (
        // The key may be renamed while its box has the focus, so the position identifies the row.
        <Entry key={index} {...props} item={item} name={key} entry={entry} />
      ))}
      {entries.length > shown ? (
        <Button
          size="sm"
          onClick={() => {
            setShown(shown + WINDOW * 3);
          }}
        >
          {t('showMoreEntries', { count: entries.length })}
        </Button>
      ) : null}
      {frozen ? null : <AddField path={path} taken={value} field={item} />}
    </>
  );
}

interface EntryProps extends MapFieldProps {
  readonly item: FieldSchema;
  readonly name: string;
  readonly entry: unknown;
}

function Entry({ item, name, entry, path, value, errors, descriptors, depth }: EntryProps): ReactNode {
  const t = useTranslations('schema-form');
  const told = useProblemTexts();
  const { actions, frozen, Field } = useForm();
  const at = [...path, name];
  const own = errorsAt(errors, name);
  const field = shownField(item, entry);
  const remove = frozen ? null : (
    <SmallButton
      icon={<Trash2 aria-hidden className="size-3.5" />}
      label={t('removeEntry', { name })}
      onClick={() => {
        actions.edit({ kind: 'delete', path: at });
      }}
    />
  );
  const scalar = !['array', 'map', 'object', 'any'].includes(field.kind) && fits(field, entry);
  if (!scalar) {
    return (
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <Field
            path={at}
            title={name}
            field={item}
            descriptors={stepDescriptors(descriptors, name)}
            value={entry}
            errors={own}
            clearable={false}
            depth={depth + 1}
          />
        </div>
        {remove}
      </div>
    );
  }
  return (
    <div className="min-w-0">
      <div className="flex items-start gap-1">
        <KeyInput name={name} taken={value} path={at} disabled={frozen} />
        <div className="min-w-0 grow basis-1/2">
          <ScalarControl
            field={field}
            descriptor={undefined}
            value={entry}
            disabled={frozen}
            ariaLabel={t('valueOf', { name })}
            onChange={(next) => {
              actions.set(at, next);
            }}
            onClear={() => {
              actions.set(at, field.kind === 'string' || field.kind === 'intOrString' ? '' : null);
            }}
          />
        </div>
        {remove}
      </div>
      {own.own.length === 0 ? null : <p className="text-sm text-bad">{told(own.own)}</p>}
    </div>
  );
}

/** Renames on leaving the box: half a key must not swallow another one. */
function KeyInput({
  name,
  taken,
  path,
  disabled,
}: {
  readonly name: string;
  readonly taken: Dictionary | undefined;
  readonly path: Path;
  readonly disabled: boolean;
}): ReactNode {
  const t = useTranslations('schema-form');
  const { actions } = useForm();
  const [draft, setDraft] = useState<string>();
  const clash = draft !== undefined && draft !== name && taken !== undefined && Object.hasOwn(taken, draft);
  const commit = (): void => {
    if (draft !== undefined && draft !== name && draft !== '' && !clash)
      actions.edit({ kind: 'rename', path, key: draft });
    setDraft(undefined);
  };
  return (
    <div className="min-w-0 grow basis-1/2">
      <TextInput
        mono
        aria-label={t('keyNamed', { name })}
        aria-invalid={clash}
        value={draft ?? name}
        disabled={disabled}
        onChange={setDraft}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setDraft(undefined);
        }}
      />
      {clash ? <p className="text-sm text-bad">{t('keyTaken')}</p> : null}
    </div>
  );
}
