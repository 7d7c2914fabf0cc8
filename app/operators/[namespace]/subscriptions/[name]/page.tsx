import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ProgressPage } from '#components/operators/progress-view.tsx';
import { decoded } from '#components/shell/route-params.ts';
import { pageText } from '../../../../text.ts';

interface SubscriptionPageProps {
  readonly params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  const t = await pageText();
  return { title: t('installation', { name: decoded((await params).name) }) };
}

export default async function SubscriptionPage({ params }: SubscriptionPageProps): Promise<ReactNode> {
  const { namespace, name } = await params;
  return <ProgressPage namespace={decoded(namespace)} name={decoded(name)} />;
}
