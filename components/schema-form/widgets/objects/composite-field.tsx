'use client';
import { lazy, type ReactNode, Suspense } from 'react';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { FieldWidget } from '#lib/schema-form/layout/widget-types.ts';
import type { FieldViewProps } from '../../field-props.ts';
import { FieldSection } from '../../generic-field.tsx';

const CompositeContent = lazy(async () => ({ default: (await import('./content.tsx')).CompositeContent }));

/** The section of a composite widget; what is in it is loaded when the first of them opens. */
export function CompositeField(props: FieldViewProps & { readonly widget: FieldWidget }): ReactNode {
  return (
    <FieldSection {...props}>
      <Suspense fallback={<SkeletonText lines={3} />}>
        <CompositeContent {...props} />
      </Suspense>
    </FieldSection>
  );
}
