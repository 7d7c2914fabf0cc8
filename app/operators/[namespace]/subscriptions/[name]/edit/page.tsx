import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { decoded } from '#components/shell/route-params.ts';
import { EditSubscription } from '#components/subscriptions/edit-subscription.tsx';
import { pageText } from '../../../../../text.ts';

interface PageProps {
  readonly params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await pageText();
  return { title: t('editSource', { name: decoded((await params).name) }) };
}

export default async function Page({ params }: PageProps): Promise<ReactNode> {
  const { namespace, name } = await params;
  return <EditSubscription namespace={decoded(namespace)} name={decoded(name)} />;
}
