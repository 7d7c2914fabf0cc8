import type { ReactNode } from 'react';
import { useFieldControl } from '#components/ui/field.tsx';
import { optional } from '#lib/base/loose.ts';
import type { DescriptorTree, FieldDescriptor } from '#lib/schema-form/schema/descriptors.ts';
import type { ErrorTree } from '#lib/schema-form/validate/error-tree.ts';
import { type Path, pathKey, samePath } from '#lib/schema-form/schema/path.ts';
import { type FieldSchema, inferField } from '#lib/schema-form/schema/schema.ts';
import type { Widget } from '#lib/schema-form/layout/widget-types.ts';
import { fits } from './state/scalar-values.ts';

export interface FieldViewProps {
  readonly path: Path;
  readonly title: string;
  readonly help?: string | undefined;
  readonly required?: boolean;
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly value: unknown;
  readonly errors: ErrorTree;
  /** Items of lists are removed, not cleared. */
  readonly clearable?: boolean;
  /** How many sections this one lies in. */
  readonly depth: number;
}

/** An entry of a list or a map, and its place in it. */
export interface MemberProps {
  /** Of the list or the map. */
  readonly path: Path;
  readonly index: number;
  readonly item: FieldSchema;
  readonly name: string;
  readonly entry: unknown;
  /** Of this entry. */
  readonly errors: ErrorTree;
  readonly descriptors: DescriptorTree;
  readonly depth: number;
}

/** For memo: the same path by its steps, all else by identity. */
export function sameProps<Props extends { readonly path: Path }>(before: Props, after: Props): boolean {
  const keys = Object.keys(after) as (keyof Props)[];
  if (keys.length !== Object.keys(before).length) return false;
  return keys.every((key) =>
    key === 'path' ? samePath(before.path, after.path) : Object.is(before[key], after[key]),
  );
}

/** One value and what may be done to it, for the control that shows it. */
export interface ControlProps {
  readonly path: Path;
  readonly field: FieldSchema;
  readonly descriptor: FieldDescriptor | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onClear: () => void;
  readonly disabled: boolean;
  /** Where there is no visible label: items of lists. */
  readonly ariaLabel?: string | undefined;
}

/** A value in a widget of its own; `fallback` is the plain control. */
export interface ControlWidgetViewProps extends ControlProps {
  readonly widget: Widget;
  readonly fallback: ReactNode;
}

/** What every control's element carries. */
interface ControlAttributes {
  /** By which tests and jumps find it. */
  'data-path': string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Path, name where no label is, and what belongs to the control: help, error, the element that explains its value. */
export function useControlAttributes(
  { path, ariaLabel }: Pick<ControlProps, 'path' | 'ariaLabel'>,
  explainedBy?: string,
): ControlAttributes {
  const field = useFieldControl();
  const describedBy = [field['aria-describedby'], explainedBy].filter(Boolean).join(' ');
  return {
    ...field,
    'data-path': pathKey(path),
    ...optional({ 'aria-label': ariaLabel }),
    ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
  };
}

/** What is drawn: the schema's own kind, or for untyped data and data of another type the kind of the value. */
export function shownField(field: FieldSchema, value: unknown): FieldSchema {
  return fits(field, value) || value === undefined || value === null ? field : inferField(value);
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'intOrString']);

/** Can one control show the whole value? */
export function isLeaf({ field, value }: Pick<FieldViewProps, 'field' | 'value'>): boolean {
  const shown = shownField(field, value);
  return SCALARS.has(shown.kind) && fits(shown, value);
}
