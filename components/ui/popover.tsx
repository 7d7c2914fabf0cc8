'use client';
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { POPUP_CLASS } from './popup-class.ts';

export interface PopoverProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** Opens when the pointer rests on the trigger, too. */
  readonly openOnHover?: boolean;
}

/** A small panel beside a button, with controls of its own. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  children,
  className,
  openOnHover = false,
}: PopoverProps): ReactNode {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
      }}
    >
      <Base.Trigger render={trigger} openOnHover={openOnHover} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-50">
          <Base.Popup aria-label={label} className={cx(POPUP_CLASS, className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
