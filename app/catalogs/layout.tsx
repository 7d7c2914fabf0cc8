import type { ReactNode } from 'react';
import { SourceMessages } from '#components/sources/messages/messages.tsx';
import { pageLocale } from '../text.ts';

export default async function CatalogsLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return <SourceMessages locale={await pageLocale()}>{children}</SourceMessages>;
}
