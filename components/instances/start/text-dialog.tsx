'use client';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/inputs.tsx';
import { textOfFiles } from './files.ts';

/** YAML or JSON from a file or the clipboard, for those who do not drop it on the page. */
export function TextDialog(props: {
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
}): ReactNode {
  const { onClose, onText } = props;
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const [text, setText] = useState('');
  const id = useId();
  const take = (found: string): void => {
    onClose();
    onText(found);
  };
  return (
    <Dialog
      open
      width="lg"
      title={t('starting.textTitle')}
      description={t('starting.textHint')}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={text.trim() === '' ? t('starting.nothingPasted') : undefined}
            onClick={() => take(text)}
          >
            {t('starting.useText')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="font-medium">
            {t('starting.file')}
          </label>
          <input
            id={id}
            type="file"
            multiple
            accept=".yaml,.yml,.json,application/yaml,application/json,text/plain"
            className="min-w-0 max-w-full text-sm file:me-2 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:text-text"
            onChange={({ target }) => void textOfFiles(target.files).then(take)}
          />
        </div>
        <Field label={t('starting.pasted')}>
          <TextArea mono rows={12} value={text} onChange={setText} />
        </Field>
      </div>
    </Dialog>
  );
}
