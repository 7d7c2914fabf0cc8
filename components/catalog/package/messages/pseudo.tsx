'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { packageTexts } from '#messages/packages/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(packageTexts) as typeof packageTexts; // the same tree with other texts

export function PseudoPackages({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
