'use client';
import { cloneElement, useId, useState } from 'react';
import type { FocusEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { layerRoot, useLayer, type Placement } from './layer.ts';
import { CLOSE_AFTER_MS, OPEN_AFTER_MS, useLater } from '../use-later.ts';

const POPUP =
  'fixed inset-auto m-0 max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-xs text-text shadow-popup break-words transition-opacity starting:opacity-0';

interface TooltipProps {
  /** Without it nothing is shown. */
  readonly content?: ReactNode;
  /** The element that shows it on hover and focus. It must take spread props. */
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: Placement['side'];
}

/** A hint on hover and focus. Never the only place of a fact that matters: touch screens do not show it. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const id = useId();
  const later = useLater();
  const close = (): void => {
    later();
    setAnchor(undefined);
  };
  const leave = (): void => later(close, CLOSE_AFTER_MS);
  const trigger = cloneElement(children, {
    'aria-describedby':
      children.props['aria-describedby'] ?? (anchor === undefined || content === undefined ? undefined : id),
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return;
      later(() => setAnchor(currentTarget), OPEN_AFTER_MS);
    },
    onPointerLeave: leave,
    onPointerDown: close,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
    },
    onBlur: close,
  });
  return (
    <>
      {trigger}
      {anchor === undefined || content === undefined ? null : (
        <Hint id={id} anchor={anchor} side={side} onClose={close} onEnter={() => later()} onLeave={leave}>
          {content}
        </Hint>
      )}
    </>
  );
}

interface HintProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly side: Placement['side'];
  readonly onClose: () => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

function Hint({ id, anchor, side, onClose, onEnter, onLeave, children }: HintProps): ReactNode {
  const placement = { side, align: 'center', gap: 6 } as const;
  const panel = useLayer({ anchor, placement, onDismiss: onClose, takesEscape: false });
  return createPortal(
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className={POPUP}
    >
      {children}
    </div>,
    layerRoot(anchor),
  );
}
