'use client';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { ControlWidget, FieldWidget, Widget } from '#lib/schema-form/layout/widget-types.ts';
import type { ControlProps, ControlWidgetViewProps, FieldViewProps } from '../field-props.ts';
import { CompositeField } from './objects/composite-field.tsx';

/** What a composite widget is given: the field's own props, and what was recognised. */
type FieldWidgetProps<Kind extends FieldWidget['kind']> = FieldViewProps & {
  readonly widget: Extract<FieldWidget, { kind: Kind }>;
};

/** What a widget for one value is given; it puts `data-path` on its live control. */
type ControlWidgetProps<Kind extends ControlWidget['kind']> = ControlProps & {
  readonly widget: Extract<ControlWidget, { kind: Kind }>;
};

type FieldWidgets = { readonly [Kind in FieldWidget['kind']]?: ComponentType<FieldWidgetProps<Kind>> };
type ControlWidgets = { readonly [Kind in ControlWidget['kind']]?: ComponentType<ControlWidgetProps<Kind>> };

/**
 * Composite widgets by kind. They are loaded when a field needs them (`lazy(() => import(…))`); until then, and for
 * kinds without a component, the generic field is shown.
 */
const FIELD_WIDGETS: FieldWidgets = {
  resources: CompositeField,
  affinity: CompositeField,
  nodeAffinity: CompositeField,
  podAffinity: CompositeField,
  nodeSelectorTerm: CompositeField,
  labelSelector: CompositeField,
  expressions: CompositeField,
  namespaceSelector: CompositeField,
  envList: CompositeField,
  updateStrategy: CompositeField,
  objectReference: CompositeField,
  groups: CompositeField,
  table: CompositeField,
};

/** Widgets for single values by kind; the plain ones are in scalar-field.tsx. */
const CONTROL_WIDGETS: ControlWidgets = {
  objectPicker: lazy(async () => ({ default: (await import('./objects/object-picker.tsx')).ObjectPicker })),
};

/** A field in its widget; `fallback` is the generic field. */
export function FieldWidgetView({
  widget,
  fallback,
  ...props
}: FieldViewProps & { readonly widget: Widget; readonly fallback: ReactNode }): ReactNode {
  if (!Object.hasOwn(FIELD_WIDGETS, widget.kind)) return fallback;
  // The table's type says that each component takes the widget of its own key; tsc cannot follow that through the union.
  const Component = FIELD_WIDGETS[widget.kind as FieldWidget['kind']] as
    ComponentType<FieldViewProps & { widget: Widget }> | undefined;
  if (Component === undefined) return fallback;
  return (
    <Suspense fallback={fallback}>
      <Component {...props} widget={widget} />
    </Suspense>
  );
}

/** One value in its widget; `fallback` is the plain control. */
export function ControlWidgetView({ widget, fallback, ...props }: ControlWidgetViewProps): ReactNode {
  if (!Object.hasOwn(CONTROL_WIDGETS, widget.kind)) return fallback;
  const Component = CONTROL_WIDGETS[widget.kind as ControlWidget['kind']] as
    ComponentType<ControlProps & { widget: Widget }> | undefined;
  if (Component === undefined) return fallback;
  return (
    <Suspense fallback={fallback}>
      <Component {...props} widget={widget} />
    </Suspense>
  );
}
