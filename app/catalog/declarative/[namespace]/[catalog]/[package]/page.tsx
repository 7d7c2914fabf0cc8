import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { OperatorPackagePage } from '#components/declarative/package/operator-package.tsx';
import { decoded } from '#components/shell/route-params.ts';

interface PageProps {
  readonly params: Promise<{ namespace: string; catalog: string; package: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decoded((await params).package) };
}

export default async function Page({ params }: PageProps): Promise<ReactNode> {
  const { namespace, catalog, package: name } = await params;
  return (
    <OperatorPackagePage
      at={{ catalogNamespace: decoded(namespace), catalog: decoded(catalog), package: decoded(name) }}
    />
  );
}
