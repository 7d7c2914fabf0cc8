import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { decoded } from '#components/shell/route-params.ts';
import { SourcePage } from '#components/sources/source-page.tsx';

interface PageProps {
  readonly params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decoded((await params).name) };
}

export default async function Page({ params }: PageProps): Promise<ReactNode> {
  const { namespace, name } = await params;
  return <SourcePage namespace={decoded(namespace)} name={decoded(name)} />;
}
