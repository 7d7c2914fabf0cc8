import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InstancesView } from '#components/declarative/instances-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('declarative') };
}

export default function DeclarativePage(): ReactNode {
  return <InstancesView />;
}
