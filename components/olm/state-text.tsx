import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { StateView } from '#lib/olm/views/operator-view.ts';
import { useStateWords } from './state-words.ts';

/** A state with, on hover, its reason. */
export function StateText({ state }: { readonly state: StateView }): ReactNode {
  const words = useStateWords();
  return (
    <StatusBadge
      tone={state.tone}
      {...(state.detail === undefined ? {} : { title: words.detail(state.detail) })}
    >
      {words.label(state.label)}
    </StatusBadge>
  );
}
