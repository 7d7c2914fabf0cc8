'use client';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

const POPUP =
  'max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-xs text-text shadow-popup break-words transition-opacity data-[starting-style]:opacity-0 data-[ending-style]:opacity-0';

interface TooltipProps {
  readonly content: ReactNode;
  /** The element that shows it on hover and focus. It must take a ref and spread props. */
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A hint on hover and focus. Never the only place of a fact that matters: touch screens do not show it. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className={POPUP}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
