import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { NewInstance } from '#components/instances/create/new-instance.tsx';
import { groupOfSegment } from '#lib/urls.ts';
import { pageText } from '../../../../../text.ts';

interface Props {
  readonly params: Promise<{ group: string; version: string; plural: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await pageText();
  return { title: t('create', { name: (await params).plural }) };
}

export default async function NewInstancePage({ params }: Props): Promise<ReactNode> {
  const { group, version, plural } = await params;
  return <NewInstance name={{ group: groupOfSegment(group), version, plural }} />;
}
