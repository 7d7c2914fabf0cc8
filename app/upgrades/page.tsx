import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { UpgradesView } from '#components/upgrades/upgrades-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('upgrades') };
}

export default function UpgradesPage(): ReactNode {
  return <UpgradesView />;
}
