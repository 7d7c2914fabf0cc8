import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CatalogView } from '#components/catalog/catalog-view.tsx';

export const metadata: Metadata = { title: 'Catalog' };

export default function CatalogPage(): ReactNode {
  return <CatalogView />;
}
