import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CompareView } from '#components/catalog/compare/compare-view.tsx';
import { pageText } from '../../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('compare') };
}

export default function ComparePage(): ReactNode {
  return <CompareView />;
}
