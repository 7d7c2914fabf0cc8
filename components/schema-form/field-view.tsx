'use client';
import { memo, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '#components/ui/choices.tsx';
import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import type { ErrorTree } from '#lib/schema-form/error-tree.ts';
import { isDictionary, isList, type Path, samePath } from '#lib/schema-form/path.ts';
import { type FieldSchema, propertyNames, valueField } from '#lib/schema-form/schema.ts';
import { FieldFrame } from './field-parts.tsx';
import { type FieldViewProps, shownField } from './field-props.ts';
import { useForm } from './form-model.ts';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { ObjectFields } from './object-fields.tsx';
import { ScalarControl } from './scalar-field.tsx';
import { fits } from './scalar-values.ts';
import { Section } from './section.tsx';
import { YamlCell } from './yaml-cell.tsx';
import type { Problem } from '#lib/schema-form/problem.ts';
import type { Translate } from '#messages/types.ts';

/** One field with everything below it. Redraws only when its own value, errors or place change. */
export const FieldView = memo(FieldViewInner, (before, after) => {
  return (
    samePath(before.path, after.path) &&
    before.title === after.title &&
    before.help === after.help &&
    before.required === after.required &&
    before.field === after.field &&
    before.descriptors === after.descriptors &&
    Object.is(before.value, after.value) &&
    before.errors === after.errors &&
    before.clearable === after.clearable &&
    before.depth === after.depth
  );
});

function FieldViewInner(props: FieldViewProps): ReactNode {
  const field = shownField(props.field, props.value);
  if (!fits(field, props.value)) return <RawField {...props} />;
  switch (field.kind) {
    case 'array':
    case 'map':
    case 'object':
      return <CollectionField {...props} field={field} />;
    case 'any':
      return <RawField {...props} />;
    default:
      return <ScalarField {...props} field={field} />;
  }
}

function ScalarField(props: FieldViewProps): ReactNode {
  const { path, title, help, required = false, field, descriptors, value, errors, clearable = true } = props;
  const { actions, frozen } = useForm();
  const clear = (): void => {
    actions.clear(path);
  };
  return (
    <FieldFrame
      path={path}
      title={title}
      help={help}
      required={required}
      errors={errors.own}
      isSet={value !== undefined}
      onClear={clearable && !frozen ? clear : undefined}
    >
      <ScalarControl
        field={field}
        descriptor={descriptors.own}
        value={value}
        disabled={frozen}
        onChange={(next) => {
          actions.set(path, next);
        }}
        onClear={clear}
      />
    </FieldFrame>
  );
}

const INSIDE: Problem = { code: 'inside' };

/** Data no control fits: untyped and unset, or of another type than the schema says. */
function RawField(props: FieldViewProps): ReactNode {
  const { path, title, help, required = false, value, errors, clearable = true } = props;
  const { actions, frozen } = useForm();
  const clear = (): void => {
    actions.clear(path);
  };
  const below = errors.count > errors.own.length ? [INSIDE] : [];
  return (
    <FieldFrame
      path={path}
      title={title}
      help={help}
      required={required}
      errors={[...errors.own, ...below]}
      isSet={value !== undefined}
      onClear={clearable && !frozen ? clear : undefined}
    >
      <YamlCell
        value={value}
        disabled={frozen}
        onChange={(next) => {
          actions.set(path, next);
        }}
        onClear={clear}
      />
    </FieldFrame>
  );
}

function CollectionField(props: FieldViewProps): ReactNode {
  const {
    path,
    title,
    help,
    required = false,
    field,
    descriptors,
    value,
    errors,
    clearable = true,
    depth,
  } = props;
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  return (
    <Section
      path={path}
      title={title}
      help={help}
      required={required}
      errors={errors}
      summary={summaryText(value, t)}
      startOpen={opensAtFirst(props)}
      onClear={
        clearable && !frozen && value !== undefined
          ? () => {
              actions.clear(path);
            }
          : undefined
      }
    >
      <CollectionContent
        field={field}
        descriptors={descriptors}
        path={path}
        value={value}
        errors={errors}
        depth={depth}
        title={title}
      />
    </Section>
  );
}

/** Sections deeper than this start closed even when they hold something, unless an error lies in them. */
const OPEN_DEPTH = 4;

function opensAtFirst({ field, value, required = false, depth }: FieldViewProps): boolean {
  if (depth > OPEN_DEPTH) return false;
  if (isList(value)) return value.length > 0 && value.length <= 20;
  if (isDictionary(value)) return Object.keys(value).length > 0 || required;
  return required && field.kind === 'object' && depth <= 1;
}

function summaryText(value: unknown, t: Translate<'schema-form'>): string {
  if (value === undefined) return t('notSet');
  if (value === null) return 'null';
  if (isList(value)) return t('items', { count: value.length });
  const size = isDictionary(value) ? Object.keys(value).length : 0;
  return size === 0 ? t('empty') : t('set', { count: size });
}

interface ContentProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: unknown;
  readonly errors: ErrorTree;
  readonly depth: number;
  readonly title: string;
}

/** What is inside a section, mounted only while it is open. */
function CollectionContent(props: ContentProps): ReactNode {
  const { field, value } = props;
  if (field.kind === 'array') return <ListField {...props} value={isList(value) ? value : undefined} />;
  const object = isDictionary(value) ? value : undefined;
  if (field.kind === 'map') return <MapField {...props} value={object} />;
  const closed = propertyNames(field).length === 0 && valueField(field) === undefined && object === undefined;
  if (closed) return <PresenceField {...props} />;
  return <ObjectFields {...props} value={object} />;
}

/** An object without fields of its own: all it can say is that it is there. */
function PresenceField({ path, value }: ContentProps): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  const id = useId();
  return (
    <Switch
      id={id}
      label={t('present')}
      checked={value !== undefined}
      disabled={frozen}
      onChange={(checked) => {
        if (checked) actions.set(path, {});
        else actions.clear(path);
      }}
    />
  );
}
