import type { ReactNode } from 'react';
import { PackageMessages } from '#components/catalog/package/messages/messages.tsx';
import { pageLocale } from '../../../../text.ts';

export default async function PackageLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return <PackageMessages locale={await pageLocale()}>{children}</PackageMessages>;
}
