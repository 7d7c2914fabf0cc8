import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ProvidedApis } from '#components/instances/list/provided-apis.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('instances') };
}

export default function InstancesPage(): ReactNode {
  return <ProvidedApis />;
}
