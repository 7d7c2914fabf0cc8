import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { AuthoringPage } from '#components/declarative/authoring/authoring-page.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('authoring') };
}

export default function Page(): ReactNode {
  return <AuthoringPage />;
}
