import type { Dependency } from '../schema/descriptor-hints.ts';
import type { DescriptorTree } from '../schema/descriptors.ts';
import type { FieldSchema } from '../schema/schema.ts';

/** A field of an object, as a form lists it. */
export interface FieldEntry {
  readonly name: string;
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly title: string;
  readonly required: boolean;
  /** The schema does not know this key; it is in the object all the same. */
  readonly unknown: boolean;
  /** Heading it stands under, with others of the same group around it. */
  readonly group?: string;
  /** It is of no use as things are, and shown only because it carries a value: what would have to hold. */
  readonly unmet?: Dependency;
}
