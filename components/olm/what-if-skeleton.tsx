import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';

export function CardSkeleton(): ReactNode {
  return (
    <Card>
      <SkeletonText lines={4} />
    </Card>
  );
}
