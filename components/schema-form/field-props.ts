import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import type { ErrorTree } from '#lib/schema-form/error-tree.ts';
import type { Path } from '#lib/schema-form/path.ts';
import { type FieldSchema, inferField } from '#lib/schema-form/schema.ts';

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

/** What is drawn: the schema's own kind, or for untyped data the kind of the value. */
export function shownField(field: FieldSchema, value: unknown): FieldSchema {
  if (field.kind !== 'any') return field;
  return value === undefined || value === null ? field : inferField(value);
}
