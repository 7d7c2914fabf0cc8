'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { resolutionTexts } from '#messages/resolutions/en.ts';

export function EnglishResolutions({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={resolutionTexts}>{children}</MoreMessages>;
}
