'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import type { Starter } from '#lib/schema-form/starters.ts';

interface StarterFieldProps {
  readonly starters: readonly Starter[];
  readonly chosen: number;
  readonly isTouched: boolean;
  readonly onChoose: (index: number) => void;
}

/** What the document starts from. Asks before it throws away what was entered. */
export function StarterField({ starters, chosen, isTouched, onChoose }: StarterFieldProps): ReactNode {
  const t = useTranslations('instances');
  const [asked, setAsked] = useState<number>();
  if (starters.length < 2) return null;
  const last = starters.length - 1;
  return (
    <>
      <Field label={t('template')}>
        <Select
          value={String(chosen)}
          options={starters.map((starter, index) => ({
            value: String(index),
            label: index === last ? t('emptyObject') : t('example', { title: starter.title }),
          }))}
          onChange={(value) => {
            if (isTouched) setAsked(Number(value));
            else onChoose(Number(value));
          }}
        />
      </Field>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => {
          setAsked(undefined);
        }}
        title={t('replaceAsk')}
        action={t('replaceIt')}
        onConfirm={() => {
          if (asked !== undefined) onChoose(asked);
          return Promise.resolve();
        }}
      >
        <p>{t('replaceHint')}</p>
      </ConfirmDialog>
    </>
  );
}
