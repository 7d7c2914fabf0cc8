import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { StateView } from '#lib/olm/views/operator-view.ts';

/** A state with, on hover, its reason. */
export function StateText({ state }: { readonly state: StateView }): ReactNode {
  return (
    <StatusBadge tone={state.tone} {...(state.detail === undefined ? {} : { title: state.detail })}>
      {state.label}
    </StatusBadge>
  );
}
