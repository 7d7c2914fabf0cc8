import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InstanceList } from '#components/instances/list/instance-list.tsx';
import { groupOfSegment } from '#lib/urls.ts';

interface Props {
  readonly params: Promise<{ group: string; version: string; plural: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).plural };
}

export default async function InstanceListPage({ params }: Props): Promise<ReactNode> {
  const { group, version, plural } = await params;
  return <InstanceList name={{ group: groupOfSegment(group), version, plural }} />;
}
