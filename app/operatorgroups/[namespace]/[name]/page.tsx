import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupPage } from '#components/groups/group-page.tsx';
import { decoded } from '#components/shell/route-params.ts';

interface PageProps {
  readonly params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decoded((await params).name) };
}

export default async function Page({ params }: PageProps): Promise<ReactNode> {
  const { namespace, name } = await params;
  return <GroupPage namespace={decoded(namespace)} name={decoded(name)} />;
}
