'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { reviewTexts } from '#messages/reviews/de.ts';

export function GermanReviews({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={reviewTexts}>{children}</MoreMessages>;
}
