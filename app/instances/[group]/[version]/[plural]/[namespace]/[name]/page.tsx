import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InstancePage } from '#components/instances/instance-page.tsx';
import { optional } from '#lib/base/loose.ts';
import { groupOfSegment, namespaceOfSegment } from '#lib/urls.ts';

interface Props {
  readonly params: Promise<{
    group: string;
    version: string;
    plural: string;
    namespace: string;
    name: string;
  }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) };
}

export default async function InstanceDetailsPage({ params }: Props): Promise<ReactNode> {
  const { group, version, plural, namespace: segment, name } = await params;
  const namespace = namespaceOfSegment(segment);
  return (
    <InstancePage
      name={{ group: groupOfSegment(group), version, plural }}
      instance={{ name: decodeURIComponent(name), ...optional({ namespace }) }}
    />
  );
}
