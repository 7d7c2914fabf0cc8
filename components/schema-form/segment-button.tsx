'use client';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

interface SegmentButtonProps {
  readonly label: string;
  /** In place of the label, which then is the button's name. */
  readonly icon?: ReactNode;
  readonly pressed: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A small button that is on or off, beside a control. */
export function SegmentButton({ label, icon, pressed, disabled, onClick }: SegmentButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={icon === undefined ? undefined : label}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        'h-7 shrink-0 rounded-md px-2 text-xs disabled:cursor-not-allowed',
        pressed ? 'bg-accent-soft text-text' : 'text-muted hover:bg-hover hover:text-text',
      )}
    >
      {icon ?? label}
    </button>
  );
}
