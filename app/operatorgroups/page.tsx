import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupsView } from '#components/groups/groups-view.tsx';
import { pageText } from '../text.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return { title: t('groups') };
}

export default function OperatorGroupsPage(): ReactNode {
  return <GroupsView />;
}
