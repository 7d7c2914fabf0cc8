import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { OperatorsView } from '#components/operators/operators-view.tsx';

export const metadata: Metadata = { title: 'Installed operators' };

export default function OperatorsPage(): ReactNode {
  return <OperatorsView />;
}
