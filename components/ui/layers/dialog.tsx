'use client';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '#messages/problems.ts';
import { Button } from '../button.tsx';
import type { ButtonProps } from '../button.tsx';
import { cx } from '../cx.ts';
import { Field } from '../field.tsx';
import { TextInput } from '../inputs.tsx';
import { Modal } from './modal.tsx';
import { Notice } from '../notice.tsx';

const POPUP =
  'top-[12vh] max-h-[80vh] w-[calc(100vw-2rem)] left-1/2 -translate-x-1/2 flex-col rounded-lg border bg-raised transition-[opacity,translate] starting:-translate-y-1 open:flex';

const WIDTHS = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-220' } as const;

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons, the last one being the action. */
  readonly footer?: ReactNode;
  readonly width?: keyof typeof WIDTHS;
  readonly children?: ReactNode;
}

/** A modal dialog: focus stays inside, Escape closes, focus goes back to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = 'md',
  children,
}: DialogProps): ReactNode {
  const t = useTranslations('ui');
  const id = useId();
  const close = (): void => {
    onOpenChange(false);
  };
  return (
    <Modal
      open={open}
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-description`}
      className={cx(POPUP, WIDTHS[width])}
    >
      {/* No header and footer: in a dialog they would be landmarks of the whole page. */}
      <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg font-semibold break-words">
            {title}
          </h2>
          {description === undefined ? null : (
            <p id={`${id}-description`} className="mt-1 text-muted">
              {description}
            </p>
          )}
        </div>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('close')}
          icon={<X aria-hidden className="size-4" />}
          onClick={close}
        />
      </div>
      <div className="min-h-0 grow overflow-y-auto px-5 py-2">{children}</div>
      {footer === undefined ? null : (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
      )}
    </Modal>
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Names what happens: "Delete FlightTicket lisbon", never "OK". */
  readonly action: string;
  readonly danger?: boolean;
  /** When given, the action opens only after this text was typed. */
  readonly typeToConfirm?: string;
  /** Rejecting keeps the dialog open and shows the error's message. */
  readonly onConfirm: () => Promise<void>;
  readonly disabledReason?: string | undefined;
  /** See `Button`. */
  readonly explanation?: ReactNode;
  /** Beside the buttons, such as a menu of other ways to do it. */
  readonly more?: ReactNode;
}

type Progress = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; message: string };

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, onOpenChange, title, children, action, danger = false, typeToConfirm, onConfirm } = props;
  const t = useTranslations('ui');
  const words = useProblemWords();
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const close = (): void => {
    setTyped('');
    setProgress({ kind: 'idle' });
    onOpenChange(false);
  };
  const confirm = async (): Promise<void> => {
    setProgress({ kind: 'busy' });
    try {
      await onConfirm();
      close();
    } catch (error) {
      setProgress({ kind: 'failed', message: error instanceof Error ? words(error) : String(error) });
    }
  };
  const untyped = typeToConfirm !== undefined && typed !== typeToConfirm;
  const actionProps: ButtonProps = {
    variant: danger ? 'danger' : 'primary',
    busy: progress.kind === 'busy',
    disabledReason: props.disabledReason ?? (untyped ? t('typeFirst', { text: typeToConfirm }) : undefined),
    explanation: props.explanation,
    onClick: () => void confirm(),
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) onOpenChange(true);
        else if (progress.kind !== 'busy') close();
      }}
      title={title}
      footer={
        <>
          {props.more}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button {...actionProps}>{action}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        {children}
        {typeToConfirm === undefined ? null : (
          <Field
            label={t.rich('typeToConfirm', {
              text: typeToConfirm,
              code: (text) => <code className="font-mono text-sm">{text}</code>,
            })}
          >
            <TextInput value={typed} onChange={setTyped} mono />
          </Field>
        )}
        {progress.kind === 'failed' ? (
          <Notice tone="bad" title={t('didNotWork')} details={progress.message} />
        ) : null}
      </div>
    </Dialog>
  );
}
