import type { ReactNode } from 'react';
import { ReviewMessages } from '#components/plans/messages/messages.tsx';
import { pageLocale } from '../../../text.ts';

export default async function PlanLayout({ children }: { readonly children: ReactNode }): Promise<ReactNode> {
  return <ReviewMessages locale={await pageLocale()}>{children}</ReviewMessages>;
}
