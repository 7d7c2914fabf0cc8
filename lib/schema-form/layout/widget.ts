/**
 * Which control shows a field: decided from what the operator's descriptor says, what the schema says, and, with care,
 * from names. A widget is chosen only for values it can show whole, so a wrong guess never hides or refuses anything;
 * whatever is left is `generic`, which follows the kind of the schema or of the value.
 */
import { scalarWidget } from './widget-scalars.ts';
import { shapeWidget } from './widget-shapes.ts';
import type { Widget, WidgetInput } from './widget-types.ts';

const GENERIC: Widget = { kind: 'generic' };

/** The widget of one field as its value is now. Pure, and cheap enough to be asked at each redraw of the field. */
export function widgetOf(input: WidgetInput): Widget {
  return shapeWidget(input) ?? scalarWidget(input) ?? GENERIC;
}
