'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { resolutionTexts } from '#messages/resolutions/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(resolutionTexts) as typeof resolutionTexts; // the same tree with other texts

export function PseudoResolutions({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
