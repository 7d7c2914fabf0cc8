import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { NewSource } from '#components/sources/new-source.tsx';
import { pageText } from '../../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('addSource') };
}

export default function Page(): ReactNode {
  return <NewSource />;
}
