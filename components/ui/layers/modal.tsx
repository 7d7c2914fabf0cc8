'use client';
import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { OutsideField } from '../field.tsx';
import { DialogToasts } from './toast.tsx';

interface ModalProps {
  readonly open: boolean;
  /** The user wants it gone. It goes when `open` becomes false. */
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: the page behind cannot be reached, Escape closes, focus goes back to where it was.
 * Mounted only while open.
 */
export function Modal({ open, ...frame }: ModalProps): ReactNode {
  if (!open || typeof document === 'undefined') return null;
  // Not where it is written: a form inside a form, or inside a part that is not rendered, would break.
  return createPortal(
    <OutsideField>
      <Frame {...frame} />
    </OutsideField>,
    document.body,
  );
}

function Frame({
  onClose,
  labelledBy,
  describedBy,
  className,
  children,
}: Omit<ModalProps, 'open'>): ReactNode {
  const frame = useRef<HTMLDialogElement>(null);
  const dismiss = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const dialog = frame.current;
    if (dialog === null) return;
    dialog.showModal();
    firstStop(dialog).focus();
    const stop = listen(dialog, () => dismiss());
    return () => {
      stop();
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={frame}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={cx(
        'm-0 border-line text-text shadow-popup outline-none backdrop:bg-shade backdrop:transition-opacity starting:opacity-0 starting:backdrop:opacity-0',
        className,
      )}
    >
      {children}
      <DialogToasts />
    </dialog>
  );
}

/** What the user came for: the first field; where there is none, the first button at the foot, which is the harmless one. */
function firstStop(dialog: HTMLDialogElement): HTMLElement {
  return (
    dialog.querySelector<HTMLElement>('input:not([disabled]), textarea, select') ??
    dialog.querySelector<HTMLElement>('footer button, nav a') ??
    dialog
  );
}

function listen(dialog: HTMLDialogElement, dismiss: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  // Whether it closes is for the owner to say: it may be busy.
  dialog.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dismiss();
    },
    { signal },
  );
  dialog.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      dismiss();
    },
    { signal },
  );
  // Only a press that begins and ends outside: selecting text may end there.
  let outside = false;
  dialog.addEventListener('pointerdown', (event) => (outside = isOutside(dialog, event)), { signal });
  dialog.addEventListener(
    'click',
    (event) => {
      if (outside && isOutside(dialog, event)) dismiss();
    },
    { signal },
  );
  return () => listening.abort();
}

/** The backdrop belongs to the dialog element; its own box does not cover it. */
function isOutside(dialog: HTMLDialogElement, event: MouseEvent): boolean {
  if (event.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < left || x > right || y < top || y > bottom;
}
