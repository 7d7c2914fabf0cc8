'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { sourceTexts } from '#messages/sources/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(sourceTexts) as typeof sourceTexts; // the same tree with other texts

export function PseudoSources({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
