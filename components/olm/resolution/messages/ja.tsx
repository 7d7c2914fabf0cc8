'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { resolutionTexts } from '#messages/resolutions/ja.ts';

export function JapaneseResolutions({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={resolutionTexts}>{children}</MoreMessages>;
}
