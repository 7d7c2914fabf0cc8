import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InstallOperatorPage } from '#components/declarative/install/install-page.tsx';
import { decoded } from '#components/shell/route-params.ts';
import { pageText } from '../../../../../../text.ts';

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
    <InstallOperatorPage
      at={{ catalogNamespace: decoded(namespace), catalog: decoded(catalog), package: decoded(name) }}
    />
  );
}
