import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { PlansView } from '#components/plans/plans-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('plans') };
}

export default function PlansPage(): ReactNode {
  return <PlansView />;
}
