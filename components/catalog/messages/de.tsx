'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { firstStepTexts } from '#messages/first-steps/de.ts';

export function GermanFirstSteps({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={firstStepTexts}>{children}</MoreMessages>;
}
