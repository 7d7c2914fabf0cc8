'use client';
import { memo, type ReactNode } from 'react';
import { describedField } from '#lib/schema-form/schema/described.ts';
import { samePath } from '#lib/schema-form/schema/path.ts';
import { widgetOf } from '#lib/schema-form/layout/widget.ts';
import { type FieldViewProps, widgetName } from './field-props.ts';
import { GenericField } from './generic-field.tsx';
import { FieldWidgetView } from './widgets/registry.tsx';

/** One field with everything below it. Redraws only when its own value, errors or place change. */
export const FieldView = memo(
  FieldViewInner,
  (before, after) =>
    samePath(before.path, after.path) &&
    before.title === after.title &&
    before.help === after.help &&
    before.required === after.required &&
    before.field === after.field &&
    before.descriptors === after.descriptors &&
    Object.is(before.value, after.value) &&
    before.errors === after.errors &&
    before.clearable === after.clearable &&
    before.depth === after.depth,
);

function FieldViewInner(props: FieldViewProps): ReactNode {
  const { descriptors, path, value } = props;
  const field = describedField(props.field, descriptors, value);
  const widget = widgetOf({ field, descriptor: descriptors.own, name: widgetName(path), value });
  const shown = field === props.field ? props : { ...props, field };
  return <FieldWidgetView {...shown} widget={widget} fallback={<GenericField {...shown} />} />;
}
