'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import type { WhyReason } from '#lib/olm/why/reasons.ts';

/** The cause in one sentence, for a row of a list. */
export function WhyLine({ reason }: { readonly reason: WhyReason }): ReactNode {
  return (
    <MoreMessages group="why">
      <Sentence reason={reason} />
    </MoreMessages>
  );
}

function Sentence({ reason }: { readonly reason: WhyReason }): ReactNode {
  return useTranslations('why')(`reasons.${reason}`);
}
