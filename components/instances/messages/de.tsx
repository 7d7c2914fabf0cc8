'use client';
import type { ReactNode } from 'react';
import { forms } from '#messages/forms/de.ts';
import { MoreMessages } from './more-messages.tsx';

export function GermanForms({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={forms}>{children}</MoreMessages>;
}
