'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { sourceTexts } from '#messages/sources/de.ts';

export function GermanSources({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={sourceTexts}>{children}</MoreMessages>;
}
