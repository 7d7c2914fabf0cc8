'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { firstStepTexts } from '#messages/first-steps/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(firstStepTexts) as typeof firstStepTexts; // the same tree with other texts

export function PseudoFirstSteps({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
