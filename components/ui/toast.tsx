'use client';
import { X } from 'lucide-react';
import { createContext, use, useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePhrase } from '#messages/phrases.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { TONE_TEXT, ToneIcon } from './tones.tsx';
import type { Tone } from './tones.tsx';

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

/** How long good news stays. Bad news stays until it is closed. */
const GOOD_FOR_MS = 5000;

/** Returns the function that shows a message in the corner. */
export function useToast(): (message: ToastMessage) => void {
  return use(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTranslations('ui');
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const nextId = useRef(1);
  const close = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback(
    (message: ToastMessage) => {
      const id = nextId.current++;
      setToasts((shown) => [...shown.slice(-3), { ...message, id }]);
      if (message.tone !== 'bad') {
        setTimeout(() => {
          close(id);
        }, GOOD_FOR_MS);
      }
    },
    [close],
  );
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="region"
        aria-label={t('messages')}
        aria-live="polite"
        className="pointer-events-none fixed end-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-90 flex-col gap-2"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
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
        onClick={() => {
          onClose(toast.id);
        }}
      />
    </div>
  );
}
