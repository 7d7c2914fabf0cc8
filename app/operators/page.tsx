import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { OperatorsView } from '#components/operators/operators-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('operators') };
}

export default function OperatorsPage(): ReactNode {
  return <OperatorsView />;
}
