/** The widgets there are, and what they are chosen by. */
import type { ResourceHint } from '../schema/descriptor-hints.ts';
import type { FieldDescriptor } from '../schema/descriptors.ts';
import type { Reference } from '../schema/references.ts';
import type { FieldSchema } from '../schema/schema.ts';

/** What is known of a field when its widget is chosen. */
export interface WidgetInput {
  readonly field: FieldSchema;
  readonly descriptor: FieldDescriptor | undefined;
  /** Key of the field; for items of a list the key of the list. */
  readonly name: string;
  readonly value: unknown;
}

/** One value, one control: also in rows of lists and maps. */
export type ControlWidget =
  | { readonly kind: 'text'; readonly input: 'text' | 'email' | 'url'; readonly lines: boolean }
  | { readonly kind: 'number'; readonly whole: boolean; readonly range?: NumberRange }
  | { readonly kind: 'intOrString' }
  | { readonly kind: 'boolean'; readonly look: 'switch' | 'checkbox' }
  | OptionsWidget
  | { readonly kind: 'password' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'quantity' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'cron' }
  | { readonly kind: 'dateTime' }
  /** The name of an object: a choice among those there are, where the user may see them; any text otherwise. */
  | { readonly kind: 'objectPicker'; readonly resource: ResourceHint };

/** Where numbers are expected to lie; values beyond are shown and left to the validator. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

/** A choice among values. */
export interface OptionsWidget {
  readonly kind: 'options';
  readonly options: readonly unknown[];
  /** `radio` for a few short ones, `search` for many, or where other values can be typed. */
  readonly look: 'radio' | 'select' | 'search';
  /** The schema accepts other values too: the options are the operator's or our suggestion. */
  readonly open: boolean;
}

/** A field with parts of its own: an arrangement of controls that are bound to the paths of the parts. */
export type FieldWidget =
  | { readonly kind: 'resources'; readonly of: 'compute' | 'storage' }
  | { readonly kind: 'affinity' }
  | { readonly kind: 'nodeAffinity' }
  /** Towards other pods, or away from them. */
  | { readonly kind: 'podAffinity' }
  | { readonly kind: 'nodeSelectorTerm' }
  | { readonly kind: 'labelSelector' }
  /** A list of key, operator and values. */
  | { readonly kind: 'expressions' }
  | { readonly kind: 'namespaceSelector' }
  | { readonly kind: 'envList' }
  | { readonly kind: 'updateStrategy'; readonly of: 'deployment' | 'statefulSet' | 'any' }
  /** An object whose `name` (and perhaps `key`) points at another object. */
  | { readonly kind: 'objectReference'; readonly reference: Reference }
  /** An object of many fields, in groups that make sense to people. */
  | { readonly kind: 'groups'; readonly of: GroupsOf }
  /** A list of objects with a column for each of these properties. */
  | { readonly kind: 'table'; readonly columns: readonly string[] };

/** Well-known objects with many fields, which are shown in groups. */
export type GroupsOf = 'podSpec' | 'container' | 'securityContext';

/** How a field is shown; `generic` follows the kind of the schema or of the value. */
export type Widget = ControlWidget | FieldWidget | { readonly kind: 'generic' };
