'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { packageTexts } from '#messages/packages/ja.ts';

export function JapanesePackages({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={packageTexts}>{children}</MoreMessages>;
}
