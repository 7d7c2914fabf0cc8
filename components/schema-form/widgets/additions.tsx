'use client';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ControlWidget, Widget } from '#lib/schema-form/layout/widget-types.ts';
import type { ControlProps } from '../field-props.ts';
import type { AdditionProps } from './addition-props.ts';

const MeaningLine = lazy(async () => ({ default: (await import('./meaning-line.tsx')).MeaningLine }));
const BytesText = lazy(async () => ({ default: (await import('./bytes-text.tsx')).BytesText }));
const TimePicker = lazy(async () => ({ default: (await import('./time-picker.tsx')).TimePicker }));

const EXPLAINED: ReadonlySet<Widget['kind']> = new Set<ControlWidget['kind']>([
  ...(['quantity', 'duration', 'cron', 'dateTime'] as const),
]);

/** A line under the control is going to say what its text means. */
export function isExplained(widget: Widget, value: unknown): boolean {
  return EXPLAINED.has(widget.kind) && typeof value !== 'object' && value !== undefined && value !== '';
}

/** What stands below a control, loaded when there is something to be said. */
export function Additions(props: AdditionProps): ReactNode {
  const { widget, value } = props;
  return (
    <>
      {isExplained(widget, value) ? (
        <Suspense fallback={<span className="block h-5" />}>
          <MeaningLine {...props} />
        </Suspense>
      ) : null}
      {widget.kind === 'bytes' && typeof value === 'string' ? (
        <Suspense fallback={null}>
          <BytesText {...props} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What stands beside a control. */
export function Beside(props: ControlProps & { readonly widget: Widget }): ReactNode {
  if (props.widget.kind !== 'dateTime' || props.disabled) return null;
  return (
    <Suspense fallback={<span className="block size-7 shrink-0" />}>
      <TimePicker {...props} />
    </Suspense>
  );
}
