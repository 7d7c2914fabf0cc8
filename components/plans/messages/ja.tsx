'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { reviewTexts } from '#messages/reviews/ja.ts';

export function JapaneseReviews({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={reviewTexts}>{children}</MoreMessages>;
}
