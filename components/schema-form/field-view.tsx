'use client';
import { memo, type ReactNode } from 'react';
import { describedField } from '#lib/schema-form/schema/described.ts';
import { lastKey } from '#lib/schema-form/schema/path.ts';
import { widgetOf } from '#lib/schema-form/layout/widget.ts';
import { type FieldViewProps, sameProps } from './field-props.ts';
import { GenericField } from './generic-field.tsx';
import { FieldWidgetView } from './widgets/registry.tsx';

/** One field with everything below it. Redraws only when its own value, errors or place change. */
export const FieldView = memo(FieldViewInner, sameProps);

function FieldViewInner(props: FieldViewProps): ReactNode {
  const { descriptors, path, value } = props;
  const field = describedField(props.field, descriptors, value);
  const widget = widgetOf({ field, descriptor: descriptors.own, name: lastKey(path), value });
  const shown = field === props.field ? props : { ...props, field };
  return <FieldWidgetView {...shown} widget={widget} fallback={<GenericField {...shown} />} />;
}
