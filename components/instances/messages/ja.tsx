'use client';
import type { ReactNode } from 'react';
import { forms } from '#messages/forms/ja.ts';
import { MoreMessages } from './more-messages.tsx';

export function JapaneseForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={forms}>{children}</MoreMessages>;
}
