import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SourcesView } from '#components/sources/sources-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('sources') };
}

export default function CatalogsPage(): ReactNode {
  return <SourcesView />;
}
