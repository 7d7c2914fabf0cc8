'use client';
import type { ReactNode } from 'react';
import { forms } from '#messages/forms/en.ts';
import { pseudo } from '#messages/pseudo.ts';
import { MoreMessages } from './more-messages.tsx';

const strange = pseudo(forms) as typeof forms; // the same tree with other texts

export function PseudoForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
