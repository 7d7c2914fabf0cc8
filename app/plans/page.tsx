import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { PlansView } from '#components/plans/plans-view.tsx';

export const metadata: Metadata = { title: 'Install plans' };

export default function PlansPage(): ReactNode {
  return <PlansView />;
}
