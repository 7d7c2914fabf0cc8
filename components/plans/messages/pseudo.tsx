'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { reviewTexts } from '#messages/reviews/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(reviewTexts) as typeof reviewTexts; // the same tree with other texts

export function PseudoReviews({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
