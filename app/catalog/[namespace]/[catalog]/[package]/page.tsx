import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { PackageView } from '#components/catalog/package/package-view.tsx';
import { decoded } from '#components/shell/route-params.ts';

interface PackagePageProps {
  readonly params: Promise<{ namespace: string; catalog: string; package: string }>;
}

export async function generateMetadata({ params }: PackagePageProps): Promise<Metadata> {
  return { title: decoded((await params).package) };
}

export default async function PackagePage({ params }: PackagePageProps): Promise<ReactNode> {
  const { namespace, catalog, package: name } = await params;
  return (
    <PackageView
      at={{ catalogNamespace: decoded(namespace), catalog: decoded(catalog), package: decoded(name) }}
    />
  );
}
