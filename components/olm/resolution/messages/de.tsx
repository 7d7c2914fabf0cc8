'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { resolutionTexts } from '#messages/resolutions/de.ts';

export function GermanResolutions({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={resolutionTexts}>{children}</MoreMessages>;
}
