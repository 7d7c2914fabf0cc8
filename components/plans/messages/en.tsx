'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { reviewTexts } from '#messages/reviews/en.ts';

export function EnglishReviews({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={reviewTexts}>{children}</MoreMessages>;
}
