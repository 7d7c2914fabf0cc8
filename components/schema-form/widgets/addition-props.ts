import type { Widget } from '#lib/schema-form/layout/widget-types.ts';
import type { ControlProps } from '../field-props.ts';

/** What stands below a control is given. */
export interface AdditionProps extends ControlProps {
  readonly widget: Widget;
  /** Id of the element that explains the value. */
  readonly id: string;
}
