import type { ReactNode } from 'react';
import { FormMessages } from '#components/instances/messages/messages.tsx';
import { pageLocale } from '../text.ts';

export default async function InstancesLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return <FormMessages locale={await pageLocale()}>{children}</FormMessages>;
}
