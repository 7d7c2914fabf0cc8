'use client';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import { isDictionary, ownValue } from '#lib/schema-form/schema/path.ts';
import type { ResourceHint } from '#lib/schema-form/schema/descriptor-hints.ts';
import type { ControlWidget } from '#lib/schema-form/layout/widget-types.ts';
import { type ControlProps, useControlAttributes } from '../../field-props.ts';
import {
  type DataKind,
  type ObjectChoices,
  type ObjectName,
  useFormCluster,
} from '../../state/form-cluster.ts';
import { placeholderOf, textFromValue } from '../../state/scalar-values.ts';
import { Remark } from './parts.tsx';

interface ObjectPickerProps extends ControlProps {
  readonly widget: Extract<ControlWidget, { kind: 'objectPicker' }>;
}

/** The name of an object: any text, with the names there are on offer. */
export function ObjectPicker({ widget, ...control }: ObjectPickerProps): ReactNode {
  return <NamePicker {...control} resource={widget.resource} />;
}

interface NamePickerProps extends ControlProps {
  readonly resource: ResourceHint;
  /** Where the object is, when the reference says it; else beside the object in the form. */
  readonly namespace?: string | undefined;
}

export function NamePicker({ resource, namespace, ...control }: NamePickerProps): ReactNode {
  const { value, onChange, disabled } = control;
  const cluster = useFormCluster();
  const remarkId = useId();
  const [touched, setTouched] = useState(false);
  const want = (): void => setTouched(true);
  if (cluster === undefined) return <NameBox {...control} />;
  const { Objects, CreateObject } = cluster;
  const kind = dataKind(resource);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Objects of={resource} namespace={namespace} wanted={touched || textFromValue(value) !== ''}>
        {(choices) => (
          <>
            <div className="flex min-w-0 items-start gap-1">
              <NameBox
                {...control}
                kind={resource.kind}
                choices={choices}
                onWant={want}
                remarkId={hasRemark(textFromValue(value), choices) ? remarkId : undefined}
              />
              {kind === undefined || disabled ? null : (
                <CreateObject
                  kind={kind}
                  namespace={namespace}
                  suggestion={textFromValue(value)}
                  onCreated={onChange}
                />
              )}
            </div>
            <PickerRemark id={remarkId} kind={resource.kind} value={textFromValue(value)} choices={choices} />
          </>
        )}
      </Objects>
    </div>
  );
}

function dataKind({ kind, group = '' }: ResourceHint): DataKind | undefined {
  return group === '' && (kind === 'Secret' || kind === 'ConfigMap') ? kind : undefined;
}

interface NameBoxProps extends ControlProps {
  readonly kind?: string;
  readonly choices?: ObjectChoices;
  readonly onWant?: () => void;
  readonly remarkId?: string | undefined;
}

const NOWHERE: ObjectChoices = { state: 'unknownKind' };

/** Erasing a name that was not there when typing began unsets the field again. */
function NameBox({ kind = '', choices = NOWHERE, onWant, remarkId, ...control }: NameBoxProps): ReactNode {
  const { field, value, disabled, onChange, onClear } = control;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(control, remarkId);
  const [present, setPresent] = useState(value !== undefined);
  const items = choices.state === 'ready' ? choices.items : [];
  return (
    <Combobox
      mono
      className="min-w-0 grow"
      {...attributes}
      offers={choices.state !== 'unknownKind'}
      listLabel={t('objects.namesOf', { kind })}
      note={useNote(kind, choices)}
      value={textFromValue(value)}
      placeholder={value === '' ? t('emptyText') : placeholderOf(field, value, t)}
      disabled={disabled}
      options={optionsOf(items)}
      onOpen={onWant}
      onFocus={() => {
        setPresent(value !== undefined);
        onWant?.();
      }}
      onChange={(text) => {
        if (text === '' && !present) onClear();
        else onChange(text);
      }}
    />
  );
}

/** A name that is in several namespaces is offered once. */
function optionsOf(items: readonly ObjectName[]): { value: string; detail?: string | undefined }[] {
  const byName = Map.groupBy(items, ({ name }) => name);
  const places = new Set(items.map(({ namespace }) => namespace));
  return [...byName].map(([value, found]) => ({
    value,
    ...(places.size > 1 ? { detail: found.map(({ namespace }) => namespace).join(', ') } : {}),
  }));
}

function useNote(kind: string, choices: ObjectChoices): string | undefined {
  const t = useTranslations('schema-form');
  switch (choices.state) {
    case 'idle':
    case 'loading':
      return t('objects.loading');
    case 'forbidden':
      return t('objects.mayNotList', { right: choices.right });
    case 'failed':
      return choices.message;
    case 'ready':
      return choices.items.length === 0 ? t('objects.noneThere', { kind }) : undefined;
    case 'unknownKind':
      return undefined;
  }
}

/** What there is to know of the name, never a mistake: the object may come later, or be out of sight. */
function PickerRemark({ id, kind, value, choices }: PickerRemarkProps): ReactNode {
  const t = useTranslations('schema-form');
  if (!hasRemark(value, choices)) return null;
  return (
    <Remark id={id}>
      {choices.state === 'forbidden'
        ? t('objects.mayNotList', { right: choices.right })
        : t('objects.notYet', { kind, name: value })}
    </Remark>
  );
}

interface PickerRemarkProps {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
  readonly choices: ObjectChoices;
}

function hasRemark(value: string, choices: ObjectChoices): boolean {
  if (choices.state === 'forbidden') return true;
  return choices.state === 'ready' && value !== '' && !choices.items.some(({ name }) => name === value);
}

interface KeyPickerProps extends ControlProps {
  readonly kind: DataKind;
  /** The object whose entries are on offer. */
  readonly object: unknown;
  readonly nameKey: string;
}

/** The key of an entry of a Secret or ConfigMap; its keys are read when the box is entered. */
export function KeyPicker({ kind, object, nameKey, ...control }: KeyPickerProps): ReactNode {
  const { field, value, disabled, onChange, onClear } = control;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(control);
  const cluster = useFormCluster();
  const [touched, setTouched] = useState(false);
  const [present, setPresent] = useState(value !== undefined);
  const part = (key: string): string => {
    const own = isDictionary(object) ? ownValue(object, key) : undefined;
    return typeof own === 'string' ? own : '';
  };
  const box = (keys: readonly string[] | undefined, note: string | undefined): ReactNode => (
    <Combobox
      mono
      className="min-w-0 grow"
      {...attributes}
      offers={cluster !== undefined}
      listLabel={t('objects.keysOf', { name: part(nameKey) })}
      note={note}
      value={textFromValue(value)}
      placeholder={value === '' ? t('emptyText') : placeholderOf(field, value, t)}
      disabled={disabled}
      options={(keys ?? []).map((key) => ({ value: key }))}
      onOpen={() => setTouched(true)}
      onFocus={() => {
        setPresent(value !== undefined);
        setTouched(true);
      }}
      onChange={(text) => {
        if (text === '' && !present) onClear();
        else onChange(text);
      }}
    />
  );
  if (cluster === undefined) return box(undefined, undefined);
  const name = part(nameKey);
  const namespace = part('namespace');
  const { Keys } = cluster;
  return (
    <Keys kind={kind} name={name} wanted={touched} {...(namespace === '' ? {} : { namespace })}>
      {(choices) => (
        <div className="flex min-w-0 flex-col gap-1">
          {box(
            choices.state === 'ready' ? choices.keys : undefined,
            choices.state === 'ready' && choices.keys.length > 0
              ? undefined
              : t(`objects.keyStates.${name === '' ? 'unnamed' : choices.state}`, { kind, name }),
          )}
          {choices.state === 'ready' &&
          textFromValue(value) !== '' &&
          !choices.keys.includes(textFromValue(value)) ? (
            <Remark>{t('objects.noSuchKey', { name })}</Remark>
          ) : null}
        </div>
      )}
    </Keys>
  );
}
