'use client';
import { cloneElement, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { layerRoot, tabbable, useLayer } from './layer.ts';
import { POPUP_CLASS } from './popup-class.ts';
import { CLOSE_AFTER_MS, OPEN_AFTER_MS, useLater } from '../use-later.ts';

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
export function Popover(props: PopoverProps): ReactNode {
  const { open, onOpenChange, trigger, openOnHover = false, ...panel } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const hover = useHover(open, onOpenChange);
  // A trigger is a button of ours or of the browser: its own press is heard first.
  const own = trigger.props as { onClick?: (event: unknown) => void };
  return (
    <>
      {cloneElement(trigger, {
        ref: setAnchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: (event: unknown) => {
          own.onClick?.(event);
          // What merely hovering has opened stays when it is asked for.
          if (hover.peeking) hover.stay();
          else onOpenChange(!open);
        },
        ...(openOnHover ? { onPointerEnter: hover.enter, onPointerLeave: hover.leave } : {}),
      })}
      {open && anchor !== null ? (
        <Panel
          // Asked for, it takes the focus.
          key={hover.peeking ? 'peek' : 'open'}
          id={id}
          anchor={anchor}
          hover={hover}
          onClose={() => {
            hover.stay();
            onOpenChange(false);
          }}
          {...panel}
        />
      ) : null}
    </>
  );
}

interface Hover {
  /** Open only for as long as the pointer is here. */
  readonly peeking: boolean;
  readonly enter: (event: { pointerType: string }) => void;
  readonly leave: () => void;
  readonly stay: () => void;
}

function useHover(open: boolean, onOpenChange: (open: boolean) => void): Hover {
  const [peeking, setPeeking] = useState(false);
  const later = useLater();
  return {
    peeking: open && peeking,
    enter: ({ pointerType }) => {
      if (pointerType === 'touch') return;
      if (open) later();
      else
        later(() => {
          setPeeking(true);
          onOpenChange(true);
        }, OPEN_AFTER_MS);
    },
    leave: () =>
      later(() => {
        if (!peeking) return;
        setPeeking(false);
        onOpenChange(false);
      }, CLOSE_AFTER_MS),
    stay: () => {
      later();
      setPeeking(false);
    },
  };
}

interface PanelProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly hover: Hover;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

const PLACEMENT = { side: 'bottom', align: 'start', gap: 4 } as const;

function Panel({ id, anchor, hover, onClose, label, children, className }: PanelProps): ReactNode {
  const { peeking } = hover;
  const panel = useLayer({ anchor, placement: PLACEMENT, onDismiss: onClose, takesEscape: true });
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    if (!peeking) (tabbable(element)[0] ?? element).focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') leaveByTab(event, element, anchor);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close();
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusout', onFocusOut);
      if (element.contains(document.activeElement)) anchor.focus();
    };
  }, [panel, anchor, peeking]);
  return createPortal(
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      {...(peeking ? { onPointerEnter: hover.enter, onPointerLeave: hover.leave } : {})}
      className={cx(POPUP_CLASS, className)}
    >
      {children}
    </div>,
    layerRoot(anchor),
  );
}

/**
 * The panel comes after its button in the order of Tab, wherever it is in the document: backwards ends on the button,
 * forwards the browser goes on from there. Focus outside closes it.
 */
function leaveByTab(event: KeyboardEvent, panel: HTMLElement, anchor: HTMLElement): void {
  const inside = tabbable(panel);
  const edge = event.shiftKey ? inside[0] : inside.at(-1);
  if (inside.length > 0 && document.activeElement !== edge) return;
  if (event.shiftKey) event.preventDefault();
  anchor.focus();
}
