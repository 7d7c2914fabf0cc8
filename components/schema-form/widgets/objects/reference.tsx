'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isDictionary, ownValue } from '#lib/schema-form/schema/path.ts';
import type { Reference } from '#lib/schema-form/schema/references.ts';
import { FieldFrame } from '../../field-parts.tsx';
import { type ControlProps, isLeaf } from '../../field-props.ts';
import { useForm } from '../../state/form-model.ts';
import { KeyPicker, NamePicker } from './object-picker.tsx';
import { partAt, type Parts, Rest } from './parts.tsx';

/** A reference to another object: its name out of those there are, for entries their key, then what else it says. */
export function ReferenceContent({
  reference,
  ...parts
}: Parts & { readonly reference: Reference }): ReactNode {
  const { resource, nameKey, entryKey } = reference;
  const t = useTranslations('schema-form');
  const name = partAt(parts, nameKey);
  const entry = entryKey === undefined ? undefined : partAt(parts, entryKey);
  const namespace = isDictionary(parts.value) ? ownValue(parts.value, 'namespace') : undefined;
  const kind = resource.kind === 'ConfigMap' ? 'ConfigMap' : 'Secret';
  const shown = new Set<string>();
  if (isLeaf(name)) shown.add(nameKey);
  if (entry !== undefined && entryKey !== undefined && isLeaf(entry)) shown.add(entryKey);
  return (
    <>
      {shown.has(nameKey) ? (
        <Part
          {...name}
          title={t('objects.nameOf', { kind: resource.kind })}
          required={parts.field.required.has(nameKey)}
        >
          {(control) => (
            <NamePicker
              {...control}
              resource={resource}
              {...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {})}
            />
          )}
        </Part>
      ) : null}
      {entry !== undefined && entryKey !== undefined && shown.has(entryKey) ? (
        <Part {...entry} title={t('objects.key')} required={parts.field.required.has(entryKey)}>
          {(control) => <KeyPicker {...control} kind={kind} object={parts.value} nameKey={nameKey} />}
        </Part>
      ) : null}
      <Rest {...parts} omit={shown} />
    </>
  );
}

interface PartProps extends Parts {
  readonly required: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

function Part({ required, children, ...part }: PartProps): ReactNode {
  const { path, field, descriptors, value, errors, title } = part;
  const { actions, frozen } = useForm();
  const clear = (): void => actions.clear(path);
  return (
    <FieldFrame
      path={path}
      title={title}
      help={plainHelp(field.description)}
      required={required}
      errors={errors.own}
      isSet={value !== undefined}
      onClear={frozen ? undefined : clear}
    >
      {children({
        path,
        field,
        descriptor: descriptors.own,
        value,
        disabled: frozen,
        onChange: (next) => actions.set(path, next),
        onClear: clear,
      })}
    </FieldFrame>
  );
}

/** What Kubernetes says of the parts of every reference says nothing beside their labels. */
function plainHelp(description: string | undefined): string | undefined {
  return /^(?:Name of the referent|The key (?:of the secret )?to select)/.test(description ?? '')
    ? undefined
    : description;
}
