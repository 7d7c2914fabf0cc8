import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ProvidedApis } from '#components/instances/provided-apis.tsx';

export const metadata: Metadata = { title: 'Instances' };

export default function InstancesPage(): ReactNode {
  return <ProvidedApis />;
}
