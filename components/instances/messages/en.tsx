'use client';
import type { ReactNode } from 'react';
import { forms } from '#messages/forms/en.ts';
import { MoreMessages } from './more-messages.tsx';

export function EnglishForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={forms}>{children}</MoreMessages>;
}
