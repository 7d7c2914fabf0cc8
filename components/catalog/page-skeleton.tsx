import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { Skeleton, SkeletonText } from '#components/ui/skeleton.tsx';

/** In the shape of a page with a header, a main column and a side column. */
export function PageSkeleton(): ReactNode {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-4 w-40" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-14" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-3.5 w-32" />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card>
          <SkeletonText lines={9} />
        </Card>
        <Card>
          <SkeletonText lines={7} />
        </Card>
      </div>
    </div>
  );
}
