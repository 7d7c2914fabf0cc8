'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './cx.ts';

/** A grey bar in the place of what comes. Give it its size by classes. */
export function Skeleton({ className }: { readonly className?: string }): ReactNode {
  return (
    <span aria-hidden className={cx('block animate-pulse rounded-sm bg-hover', className ?? 'h-4 w-full')} />
  );
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2', 'w-2/3'];

/** Rows in the shape of a table. */
export function SkeletonRows({
  rows = 6,
  columns = 4,
}: {
  readonly rows?: number;
  readonly columns?: number;
}): ReactNode {
  const t = useTranslations('ui');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-13 items-center gap-6 px-4">
          {Array.from({ length: columns }, (_cell, column) => (
            <span key={column} className={cx('min-w-0 flex-1', column > 1 && 'max-md:hidden')}>
              <Skeleton className={cx('h-3.5', WIDTHS[(row + column) % WIDTHS.length])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Lines of text. */
export function SkeletonText({ lines = 4 }: { readonly lines?: number }): ReactNode {
  const t = useTranslations('ui');
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-3.5', WIDTHS[line % WIDTHS.length])} />
      ))}
    </div>
  );
}
