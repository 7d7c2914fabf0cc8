import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton, SkeletonRows, SkeletonText } from './skeleton.tsx';

interface PageSkeletonProps {
  /** Where it is known before the rest. */
  readonly title?: string;
  readonly icon?: boolean;
  /** How many tabs there will be below the header. */
  readonly tabs?: number;
  /** What the main column begins with. */
  readonly main?: 'text' | 'table';
}

/** In the shape of a page with a header, a main column and a side column. */
export function PageSkeleton({ title, icon = false, tabs = 0, main = 'text' }: PageSkeletonProps): ReactNode {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-4 w-40" />
      <div className="flex items-center gap-3">
        {icon ? <Skeleton className="size-14 shrink-0" /> : null}
        <div className="flex min-w-0 flex-col gap-2">
          {title === undefined ? (
            <Skeleton className="h-5 w-56" />
          ) : (
            <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
          )}
          <Skeleton className="h-3.5 w-32" />
        </div>
      </div>
      {tabs === 0 ? null : (
        <div className="flex gap-6 border-b border-line pb-3">
          {Array.from({ length: tabs }, (_, tab) => (
            <Skeleton key={tab} className="h-4 w-16" />
          ))}
        </div>
      )}
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        {main === 'table' ? (
          <SkeletonRows rows={5} columns={3} />
        ) : (
          <Card>
            <SkeletonText lines={9} />
          </Card>
        )}
        <Card>
          <SkeletonText lines={7} />
        </Card>
      </div>
    </div>
  );
}
