import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InstallView } from '#components/catalog/install/install-view.tsx';
import { decoded } from '#components/shell/route-params.ts';
import { pageText } from '../../../../../text.ts';

interface InstallPageProps {
  readonly params: Promise<{ namespace: string; catalog: string; package: string }>;
}

export async function generateMetadata({ params }: InstallPageProps): Promise<Metadata> {
  const t = await pageText();
  return { title: t('install', { name: decoded((await params).package) }) };
}

export default async function InstallPage({ params }: InstallPageProps): Promise<ReactNode> {
  const { namespace, catalog, package: name } = await params;
  return (
    <InstallView
      at={{ catalogNamespace: decoded(namespace), catalog: decoded(catalog), package: decoded(name) }}
    />
  );
}
