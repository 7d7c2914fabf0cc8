import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CatalogView } from '#components/catalog/catalog-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('catalog') };
}

export default function CatalogPage(): ReactNode {
  return <CatalogView />;
}
