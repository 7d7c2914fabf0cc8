'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { firstStepTexts } from '#messages/first-steps/en.ts';

export function EnglishFirstSteps({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={firstStepTexts}>{children}</MoreMessages>;
}
