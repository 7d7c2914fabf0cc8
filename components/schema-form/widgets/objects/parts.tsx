'use client';
/** What composite widgets are made of: controls bound to the paths of an object's parts. */
import { Info, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field as Labelled, InlineField } from '#components/ui/field.tsx';
import { type DescriptorTree, type FieldDescriptor, stepDescriptors } from '#lib/schema-form/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/error-tree.ts';
import {
  type Dictionary,
  isDictionary,
  isList,
  ownValue,
  type Path,
  type PathStep,
} from '#lib/schema-form/path.ts';
import {
  type FieldSchema,
  fieldOf,
  inferField,
  itemField,
  propertyOf,
  valueField,
} from '#lib/schema-form/schema.ts';
import { titleOf } from '#lib/schema-form/titles.ts';
import { rowsOf } from '#lib/schema-form/mount-plan.ts';
import { closestElement, focusLater } from '../../field-focus.ts';
import { SmallButton } from '../../field-parts.tsx';
import { type FieldViewProps, shownField } from '../../field-props.ts';
import { fieldId, useForm } from '../../form-model.ts';
import { ObjectFields } from '../../object-fields.tsx';
import { toolOf } from '../../list-tools.tsx';
import { useProblemTexts } from '../../problem-text.ts';
import { Rows } from '../../rows.tsx';
import { ScalarControl } from '../../scalar-field.tsx';
import { fits } from '../../scalar-values.ts';

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

/** The keys of an object, or what is in a list; nothing when the value is neither. */
export function dictionaryOf(value: unknown): Dictionary {
  return isDictionary(value) ? value : {};
}

export function itemsOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'intOrString']);

/** Can one control show the whole value? */
export function isLeaf({ field, value }: Pick<Parts, 'field' | 'value'>): boolean {
  const shown = shownField(field, value);
  return SCALARS.has(shown.kind) && fits(shown, value);
}

export const TEXT = fieldOf({ type: 'string' });
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
  const clear = (): void => {
    actions.clear(path);
  };
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
  const items = itemsOf(value);
  const count = items.length;
  const steps = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  return (
    <div role="list" className="flex flex-col gap-3 empty:hidden">
      <Rows
        path={path}
        steps={steps}
        kind="entries"
        rowsAt={(index) => rowsOf(items[index], depth + 1)}
        draw={(index) => (
          // Items have no identity of their own; the position is what the text knows them by.
          <div key={index} role="listitem" aria-posinset={index + 1} aria-setsize={count} data-item={index}>
            {draw(partAt(list, index), index)}
          </div>
        )}
      />
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
        focusLater(() => [firstControl(at)]);
      }}
    >
      {label}
    </Button>
  );
}

function firstControl(path: Path): Element | null | undefined {
  return closestElement(path)?.querySelector('input, select, textarea');
}

/** Takes an item or entry away, and the list with it when the form had made it for this. */
export function RemoveItem({ path, name }: { readonly path: Path; readonly name: string }): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen, say } = useForm();
  if (frozen) return null;
  return (
    <SmallButton
      icon={<Trash2 aria-hidden className="size-3.5" />}
      label={t('remove', { name })}
      tool="remove"
      onClick={(button) => {
        const list = button.closest('[role=list]');
        const section = button.closest('[data-section]')?.parentElement?.closest('[data-section]');
        const index = Number(path.at(-1));
        actions.clear(path);
        say(t('form.removed', { name }));
        focusLater(() => [toolOf(list, index, 'remove'), toolOf(list, index - 1, 'remove'), section]);
      }}
    />
  );
}
