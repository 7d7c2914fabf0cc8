'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { sourceTexts } from '#messages/sources/ja.ts';

export function JapaneseSources({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={sourceTexts}>{children}</MoreMessages>;
}
