import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TAIL = 10;
/** Names up to this length are left in one piece: cutting them would gain nothing. */
const SHORT = 20;

/**
 * One line that loses its middle where room is short: names of Kubernetes objects differ at the end. The whole text
 * is there for search, copying and screen readers, and on hover.
 */
export function MiddleTruncate({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}): ReactNode {
  if (text.length <= SHORT) {
    return (
      <span title={text} className={cx('block truncate', className)}>
        {text}
      </span>
    );
  }
  return (
    <span title={text} className={cx('flex min-w-0', className)}>
      <span className="truncate whitespace-pre">{text.slice(0, -TAIL)}</span>
      <span className="shrink-0 whitespace-pre">{text.slice(-TAIL)}</span>
    </span>
  );
}
