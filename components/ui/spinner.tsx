import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Decoration only: the words beside it say what is going on. */
export function Spinner({ className }: { readonly className?: string }): ReactNode {
  return <LoaderCircle aria-hidden className={cx('size-4 shrink-0 animate-spin', className)} />;
}
