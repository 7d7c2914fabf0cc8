'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { forms } from '#messages/forms/en.ts';

export function EnglishForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={forms}>{children}</MoreMessages>;
}
