'use client';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '#components/ui/choices.tsx';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import type { ErrorTree } from '#lib/schema-form/validate/error-tree.ts';
import { opensByItself, sizeOf } from '#lib/schema-form/desk/mount-plan.ts';
import { isDictionary, isList, type Path } from '#lib/schema-form/schema/path.ts';
import { type FieldSchema, propertyNames, valueField } from '#lib/schema-form/schema/schema.ts';
import { FieldFrame } from './field-parts.tsx';
import { type ControlProps, type FieldViewProps, shownField } from './field-props.ts';
import { FieldTools } from './field-tools.tsx';
import { useForm } from './state/form-model.ts';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { ObjectFields } from './object-fields.tsx';
import { ScalarControl } from './scalar-field.tsx';
import { Section } from './section.tsx';
import { YamlCell } from './yaml-cell.tsx';
import type { Problem } from '#lib/schema-form/schema/problem.ts';
import type { Translate } from '#messages/types.ts';

/** A field as its schema or its value has it, without any widget; every value finds a control here. */
export function GenericField(props: FieldViewProps): ReactNode {
  const field = shownField(props.field, props.value);
  switch (field.kind) {
    case 'array':
    case 'map':
    case 'object':
      return <CollectionField {...props} field={field} />;
    case 'any':
      return <RawField {...props} />;
    default:
      return <ScalarField {...props} field={field} schema={props.field} />;
  }
}

function ScalarField(props: FieldViewProps & { readonly schema: FieldSchema }): ReactNode {
  const { path, field, descriptors, value, errors } = props;
  return (
    <ValueFrame {...props} field={props.schema} problems={errors.own}>
      {(bound) => (
        <ScalarControl path={path} field={field} descriptor={descriptors.own} value={value} {...bound} />
      )}
    </ValueFrame>
  );
}

const INSIDE: Problem = { code: 'inside' };

/** Data no control fits: untyped and unset, or of another type than the schema says. */
function RawField(props: FieldViewProps): ReactNode {
  const { path, value, errors } = props;
  const below = errors.count > errors.own.length ? [INSIDE] : [];
  return (
    <ValueFrame {...props} problems={[...errors.own, ...below]}>
      {(bound) => <YamlCell path={path} value={value} {...bound} />}
    </ValueFrame>
  );
}

interface ValueFrameProps extends FieldViewProps {
  /** As the schema has it. */
  readonly field: FieldSchema;
  readonly problems: readonly Problem[];
  readonly children: (bound: Pick<ControlProps, 'disabled' | 'onChange' | 'onClear'>) => ReactNode;
}

/** The frame around the one control of a value. */
function ValueFrame(props: ValueFrameProps): ReactNode {
  const { path, title, help, required = false, field, value, problems, clearable = true, children } = props;
  const { actions, frozen } = useForm();
  const clear = (): void => actions.clear(path);
  return (
    <FieldFrame
      path={path}
      title={title}
      help={help}
      required={required}
      errors={problems}
      isSet={value !== undefined}
      onClear={clearable && !frozen ? clear : undefined}
      action={<FieldTools path={path} field={field} value={value} />}
    >
      {children({
        disabled: frozen,
        onChange: (next) => actions.set(path, next),
        onClear: clear,
      })}
    </FieldFrame>
  );
}

function CollectionField(props: FieldViewProps): ReactNode {
  const { path, title, field, descriptors, value, errors, depth } = props;
  return (
    <FieldSection {...props}>
      <CollectionContent
        field={field}
        descriptors={descriptors}
        path={path}
        value={value}
        errors={errors}
        depth={depth}
        title={title}
      />
    </FieldSection>
  );
}

/** The section of an object, map or list; what is inside is the caller's to arrange. */
export function FieldSection(props: FieldViewProps & { readonly children: ReactNode }): ReactNode {
  const { path, title, help, required = false, value, errors, clearable = true, children } = props;
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
      filled={sizeOf(value) > 0}
      onClear={clearable && !frozen && value !== undefined ? () => actions.clear(path) : undefined}
    >
      {children}
    </Section>
  );
}

function opensAtFirst({ field, value, required = false, depth }: FieldViewProps): boolean {
  return opensByItself(value, depth) || (required && field.kind === 'object' && depth <= 1);
}

function summaryText(value: unknown, t: Translate<'schema-form'>): string {
  if (value === undefined) return t('notSet');
  if (value === null) return 'null';
  if (isList(value)) return t('items', { count: value.length });
  return sizeOf(value) === 0 ? t('empty') : t('set', { count: sizeOf(value) });
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
