'use client';
import { X } from 'lucide-react';
import { createContext, use, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePhrase } from '#messages/phrases.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { TONE_TEXT, ToneIcon, type Tone } from '../tones.tsx';

export interface ToastMessage {
  readonly tone: Exclude<Tone, 'neutral' | 'busy'>;
  readonly title: string;
  readonly details?: string;
  /** Takes back what the message tells. Only for what can truly be taken back. */
  readonly undo?: () => void;
}

interface ShownToast extends ToastMessage {
  readonly id: number;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** What the corners have in common: only the topmost shows the messages. */
interface Corners {
  readonly toasts: readonly ShownToast[];
  readonly top: string;
  readonly enter: (corner: string) => () => void;
  readonly close: (id: number) => void;
}

const CornersContext = createContext<Corners | null>(null);

/** The corner of the window itself, below those of dialogs. */
const WINDOW = 'window';

/** How long good news stays. Bad news stays until it is closed. */
const GOOD_FOR_MS = 5000;

/** Returns the function that shows a message in the corner. */
export function useToast(): (message: ToastMessage) => void {
  return use(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const nextId = useRef(1);
  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback(
    (message: ToastMessage) => {
      const id = nextId.current++;
      setToasts((shown) => [...shown.slice(-3), { ...message, id }]);
      if (message.tone !== 'bad') {
        setTimeout(() => close(id), GOOD_FOR_MS);
      }
    },
    [close],
  );
  const [dialogs, setDialogs] = useState<readonly string[]>([]);
  const enter = useCallback((corner: string) => {
    setDialogs((entered) => [...entered, corner]);
    return () => setDialogs((entered) => entered.filter((other) => other !== corner));
  }, []);
  const corners = useMemo(
    () => ({ toasts, top: dialogs.at(-1) ?? WINDOW, enter, close }),
    [toasts, dialogs, enter, close],
  );
  return (
    <ToastContext value={show}>
      <CornersContext value={corners}>
        {children}
        <Corner id={WINDOW} corners={corners} />
      </CornersContext>
    </ToastContext>
  );
}

/**
 * Where messages appear while the modal dialog around it is open: such a dialog covers all that is outside of it, keeps
 * it from being pressed and from being read out.
 */
export function DialogToasts(): ReactNode {
  const id = useId();
  const corners = use(CornersContext);
  const enter = corners?.enter;
  useLayoutEffect(() => enter?.(id), [enter, id]);
  return corners === null ? null : <Corner id={id} corners={corners} />;
}

function Corner({ id, corners }: { readonly id: string; readonly corners: Corners }): ReactNode {
  const t = useTranslations('ui');
  const region = useRef<HTMLDivElement>(null);
  const { toasts, close } = corners;
  const isTop = corners.top === id;
  useLayoutEffect(() => {
    if (!isTop) return;
    // What was shown last is on top: neither a dialog's edge nor a menu may cover a new message.
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [isTop, toasts]);
  return (
    <div
      ref={region}
      popover="manual"
      role={isTop ? 'region' : undefined}
      aria-label={isTop ? t('messages') : undefined}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-auto bottom-4 ms-auto w-auto max-w-90 flex-col gap-2 overflow-visible bg-transparent text-text open:flex"
    >
      {isTop ? toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onClose={close} />) : null}
    </div>
  );
}

function ToastCard({
  toast,
  onClose,
}: {
  readonly toast: ShownToast;
  readonly onClose: (id: number) => void;
}): ReactNode {
  const t = useTranslations('ui');
  const phrase = usePhrase();
  const { undo } = toast;
  return (
    <div className="pointer-events-auto flex items-start gap-2 rounded-md border border-line bg-raised p-3 shadow-popup">
      <ToneIcon tone={toast.tone} className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[toast.tone])} />
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{toast.title}</p>
        {toast.details === undefined ? null : (
          <p className="text-sm break-words text-muted">{phrase(toast.details)}</p>
        )}
      </div>
      {undo === undefined ? null : (
        <Button
          size="sm"
          onClick={() => {
            onClose(toast.id);
            undo();
          }}
        >
          {t('undo')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('closeMessage')}
        icon={<X aria-hidden className="size-3.5" />}
        onClick={() => onClose(toast.id)}
      />
    </div>
  );
}
