'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { forms } from '#messages/forms/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(forms) as typeof forms; // the same tree with other texts

export function PseudoForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
