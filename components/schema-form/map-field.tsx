'use client';
import { memo, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { InlineField } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { type ErrorTree, errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import { type Dictionary, isDictionary, ownValue, type Path } from '#lib/schema-form/schema/path.ts';
import { type FieldSchema, fieldOf, valueField } from '#lib/schema-form/schema/schema.ts';
import { stepDescriptors, type DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { AddField } from './add-field.tsx';
import { EntryRows } from './entry-rows.tsx';
import { isLeaf, shownField, type MemberProps, sameProps } from './field-props.ts';
import { RemoveButton } from './list-tools.tsx';
import { fieldId, useForm } from './state/form-model.ts';
import { ScalarControl } from './scalar-field.tsx';
import { emptyValue } from './state/scalar-values.ts';
import { useProblemTexts } from './state/problem-text.ts';

interface MapFieldProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: Dictionary | undefined;
  readonly errors: ErrorTree;
  readonly depth: number;
}

/** Keys of the user's own choice with values of one kind: labels, limits, node selectors, free data. */
export function MapField(props: MapFieldProps): ReactNode {
  const { field, path, value, errors, descriptors, depth } = props;
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const item = valueField(field) ?? fieldOf(undefined);
  const keys = Object.keys(value ?? {});
  const values = keys.map((key) => ownValue(value ?? {}, key));
  return (
    <>
      {keys.length === 0 ? <p className="text-sm text-faint">{t('noEntries')}</p> : null}
      <EntryRows
        path={path}
        values={values}
        depth={depth}
        placeOf={(step) => keys.indexOf(String(step))}
        draw={(index) => (
          <Entry
            path={path}
            index={index}
            item={item}
            name={keys[index] ?? ''}
            entry={values[index]}
            errors={errorsAt(errors, keys[index] ?? '')}
            descriptors={descriptors}
            depth={depth}
          />
        )}
      />
      {frozen ? null : <AddField path={path} taken={value} field={item} />}
    </>
  );
}

const Entry = memo(EntryInner, sameProps);

function EntryInner(props: MemberProps): ReactNode {
  const { path, index, item, name, entry, errors, descriptors, depth } = props;
  const { frozen, Field } = useForm();
  const tools = frozen ? null : <RemoveEntry path={path} index={index} name={name} />;
  if (isLeaf({ field: item, value: entry }))
    return <ScalarEntry {...props} field={shownField(item, entry)} tools={tools} />;
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <Field
          path={[...path, name]}
          title={name}
          field={item}
          descriptors={stepDescriptors(descriptors, name)}
          value={entry}
          errors={errors}
          clearable={false}
          depth={depth + 1}
        />
      </div>
      {tools}
    </div>
  );
}

interface ScalarEntryProps extends MemberProps {
  /** As it is shown. */
  readonly field: FieldSchema;
  readonly tools: ReactNode;
}

function ScalarEntry({ path, name, field, entry, errors, tools }: ScalarEntryProps): ReactNode {
  const t = useTranslations('schema-form');
  const told = useProblemTexts();
  const { actions, frozen } = useForm();
  const at = [...path, name];
  return (
    <InlineField id={fieldId(at)} error={errors.own.length === 0 ? undefined : told(errors.own)}>
      <div className="flex items-start gap-1">
        <KeyInput name={name} path={at} disabled={frozen} />
        <div className="min-w-0 grow basis-1/2">
          <ScalarControl
            path={at}
            field={field}
            descriptor={undefined}
            value={entry}
            disabled={frozen}
            ariaLabel={t('valueOf', { name })}
            onChange={(next) => actions.set(at, next)}
            onClear={() => actions.set(at, emptyValue(field))}
          />
        </div>
        {tools}
      </div>
    </InlineField>
  );
}

function RemoveEntry(props: {
  readonly path: Path;
  readonly index: number;
  readonly name: string;
}): ReactNode {
  const { path, index, name } = props;
  const t = useTranslations('schema-form');
  const { actions } = useForm();
  return (
    <RemoveButton
      label={t('removeEntry', { name })}
      name={name}
      index={index}
      onRemove={() => actions.edit({ kind: 'delete', path: [...path, name] })}
    />
  );
}

/** Renames on leaving the box: half a key must not swallow another one. */
function KeyInput(props: {
  readonly name: string;
  readonly path: Path;
  readonly disabled: boolean;
}): ReactNode {
  const { name, path, disabled } = props;
  const t = useTranslations('schema-form');
  const { actions, valueAt } = useForm();
  const [draft, setDraft] = useState<string>();
  const taken = draft === undefined || draft === name ? undefined : valueAt(path.slice(0, -1));
  const clash = isDictionary(taken) && draft !== undefined && Object.hasOwn(taken, draft);
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
