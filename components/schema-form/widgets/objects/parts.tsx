'use client';
/** What composite widgets are made of: controls bound to the paths of an object's parts. */
import { Info, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field as Labelled, InlineField } from '#components/ui/field.tsx';
import {
  type DescriptorTree,
  type FieldDescriptor,
  stepDescriptors,
} from '#lib/schema-form/schema/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import {
  isDictionary,
  isList,
  ownValue,
  type Path,
  pathKey,
  type PathStep,
} from '#lib/schema-form/schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  inferField,
  itemField,
  propertyOf,
  valueField,
} from '#lib/schema-form/schema/schema.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { EntryRows } from '../../entry-rows.tsx';
import { elementAt, focusAdded } from '../../state/field-focus.ts';
import { OwnErrors } from '../../field-parts.tsx';
import { type FieldViewProps, isLeaf, shownField } from '../../field-props.ts';
import { fieldId, useForm } from '../../state/form-model.ts';
import { ObjectFields } from '../../object-fields.tsx';
import { RemoveButton } from '../../list-tools.tsx';
import { useProblemTexts } from '../../state/problem-text.ts';
import { ScalarControl } from '../../scalar-field.tsx';

/** An object or list, and where it is. */
export interface Parts {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: unknown;
  readonly errors: ErrorTree;
  readonly depth: number;
  readonly title: string;
}

export function partsOf({ field, descriptors, path, value, errors, depth, title }: FieldViewProps): Parts {
  return { field, descriptors, path, value, errors, depth, title };
}

/** One step down. What the schema does not know is drawn as its value is, or as `known` says. */
export function partAt(parts: Parts, step: PathStep, known?: FieldSchema): Parts {
  const { field, descriptors, path, value, errors, depth } = parts;
  const own = valueAt(value, step);
  const declared =
    typeof step === 'number' ? itemField(field) : (propertyOf(field, step) ?? valueField(field));
  return {
    field:
      declared === undefined || declared.kind === 'any' ? (known ?? declared ?? inferField(own)) : declared,
    descriptors: stepDescriptors(descriptors, step),
    path: [...path, step],
    value: own,
    errors: errorsAt(errors, step),
    depth: depth + 1,
    title: typeof step === 'number' ? String(step + 1) : titleOf(step),
  };
}

function valueAt(value: unknown, step: PathStep): unknown {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined;
  return isDictionary(value) ? ownValue(value, step) : undefined;
}

export function itemsOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

export const TEXT_FIELD = fieldOf({ type: 'string' });
export const QUANTITY = fieldOf({ 'x-kubernetes-int-or-string': true });

interface LeafProps extends Parts {
  readonly label: string;
  /** The label is for those who cannot see the column it stands in. */
  readonly hideLabel?: boolean;
  /** Values that are common; others can be typed or chosen all the same. */
  readonly options?: readonly string[] | undefined;
  /** Without text there is no value: an empty quantity or port means nothing. */
  readonly unsetsWhenEmpty?: boolean;
  readonly className?: string;
}

/** One value in a compact control; a value no control fits gets the generic field. */
export function Leaf(props: LeafProps): ReactNode {
  const { path, field, value, errors, label, hideLabel = false, unsetsWhenEmpty = false, className } = props;
  const { actions, frozen, Field } = useForm();
  const told = useProblemTexts();
  if (!isLeaf(props)) return <Generic {...props} as={Field} />;
  const clear = (): void => actions.clear(path);
  const error = errors.own.length === 0 ? undefined : told(errors.own);
  const control = (
    <ScalarControl
      path={path}
      field={shownField(field, value)}
      descriptor={described(props)}
      value={value}
      disabled={frozen}
      ariaLabel={hideLabel ? label : undefined}
      onChange={(next) => {
        if (next === '' && unsetsWhenEmpty) clear();
        else actions.set(path, next);
      }}
      onClear={clear}
    />
  );
  if (hideLabel) {
    return (
      <InlineField id={fieldId(path)} error={error}>
        {control}
      </InlineField>
    );
  }
  return (
    <Labelled
      id={fieldId(path)}
      label={<span className="text-sm font-normal text-muted">{label}</span>}
      error={error}
      className={cx('scroll-mt-24', className)}
    >
      {control}
    </Labelled>
  );
}

function described({ descriptors, field, options }: LeafProps): FieldDescriptor | undefined {
  if (options === undefined || field.options !== undefined) return descriptors.own;
  const own = descriptors.own ?? { options: [], advanced: false, hidden: false, dependsOn: [] };
  return { ...own, widget: 'select', options };
}

function Generic({
  as: Field,
  ...parts
}: LeafProps & { readonly as: ReturnType<typeof useForm>['Field'] }): ReactNode {
  const { field, descriptors, path, value, errors, depth, label } = parts;
  return <Field {...{ field, descriptors, path, value, errors, depth }} title={label} />;
}

/** The whole part as its own field, with its section if it has one. */
export function Whole(parts: Parts): ReactNode {
  const { Field } = useForm();
  const { field, descriptors, path, value, errors, depth, title } = parts;
  return <Field {...{ field, descriptors, path, value, errors, depth, title }} help={field.description} />;
}

/** Everything of an object that the arrangement did not show. */
export function Rest({ omit = [], ...parts }: Parts & { readonly omit?: Iterable<string> }): ReactNode {
  const { field, descriptors, path, value, errors, depth } = parts;
  const object = isDictionary(value) ? value : undefined;
  // The same set as long as it holds the same: layouts are remembered by it.
  const key = JSON.stringify([...omit]);
  const omitted = useMemo(() => new Set<string>(JSON.parse(key) as string[]), [key]);
  return <ObjectFields {...{ field, descriptors, path, errors, depth }} omit={omitted} value={object} />;
}

/** Something worth knowing that is no mistake. */
export function Remark({ id, children }: { readonly id?: string; readonly children: ReactNode }): ReactNode {
  return (
    <p id={id} className="flex items-start gap-1 text-sm text-muted">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

/** The items of a list in rows of our own, drawn only near the window. */
export function Items({
  draw,
  ...list
}: Parts & { readonly draw: (item: Parts, index: number) => ReactNode }): ReactNode {
  const { path, value, depth } = list;
  return (
    <EntryRows
      path={path}
      values={itemsOf(value)}
      depth={depth}
      draw={(index) => draw(partAt(list, index), index)}
    />
  );
}

interface ItemCardProps {
  readonly item: Parts;
  readonly name: string;
  /** The controls side by side at the top. */
  readonly controls: ReactNode;
  /** Many of them: they may be narrower. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** One item of a list as a card: its main controls in a line, what is wrong with it, the rest below. */
export function ItemCard({ item, name, controls, narrow = false, children }: ItemCardProps): ReactNode {
  const { path, errors } = item;
  const columns = narrow
    ? 'grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]'
    : 'grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]';
  return (
    <section
      aria-label={name}
      id={fieldId(path)}
      data-section={pathKey(path)}
      tabIndex={-1}
      className="flex min-w-0 scroll-mt-24 flex-col gap-2 rounded-md border border-line p-2"
    >
      <div className="flex items-start gap-1">
        <div className={cx('grid min-w-0 grow gap-2', columns)}>{controls}</div>
        <RemoveItem path={path} name={name} />
      </div>
      <OwnErrors errors={errors.own} />
      {children}
    </section>
  );
}

/** An item that its card cannot show, as it is. */
export function OddItem({ item, name }: { readonly item: Parts; readonly name: string }): ReactNode {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <Whole {...item} />
      </div>
      <RemoveItem path={item.path} name={name} />
    </div>
  );
}

interface AddItemProps extends Pick<Parts, 'path' | 'value'> {
  readonly item: unknown;
  readonly label: string;
  /** What it is called, for those who do not see it come. */
  readonly name: string;
}

/** Adds one item at the end of the list, and goes there. */
export function AddItem({ path, value, item, label, name }: AddItemProps): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen, say } = useForm();
  if (frozen) return null;
  const at = [...path, itemsOf(value).length];
  return (
    <Button
      size="sm"
      icon={<Plus aria-hidden className="size-3.5" />}
      onClick={() => {
        actions.edit({ kind: 'insert', path: at, value: item });
        say(t('form.added', { name }));
        focusAdded(() => firstControl(at));
      }}
    >
      {label}
    </Button>
  );
}

function firstControl(path: Path): Element | null | undefined {
  return elementAt(path)?.querySelector('input, select, textarea');
}

/** Takes an item or entry away, and the list with it when the form had made it for this. */
export function RemoveItem({ path, name }: { readonly path: Path; readonly name: string }): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  if (frozen) return null;
  const step = path.at(-1);
  return (
    <RemoveButton
      label={t('remove', { name })}
      name={name}
      index={typeof step === 'number' ? step : undefined}
      onRemove={() => actions.clear(path)}
    />
  );
}
