'use client';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import type { Resource } from '#lib/k8s/object.ts';
import type { Starter } from '#lib/schema-form/schema/starters.ts';

const TextDialog = dynamic(async () => (await import('./text-dialog.tsx')).TextDialog, { ssr: false });
const InstanceDialog = dynamic(async () => (await import('./instance-dialog.tsx')).InstanceDialog, {
  ssr: false,
});

/** What a new object is made from. */
export type StartingPoint =
  | { readonly kind: 'starter'; readonly index: number }
  /** A live instance, as `namespace/name` or `name`. */
  | { readonly kind: 'clone'; readonly key: string }
  | { readonly kind: 'text'; readonly text: string };

interface StartFieldProps {
  readonly resource: Resource;
  readonly starters: readonly Starter[];
  readonly start: StartingPoint;
  readonly isTouched: boolean;
  readonly onStart: (start: StartingPoint) => void;
}

/** The choice of what to start from. Asks before it throws away what was entered. */
export function StartField({ resource, starters, start, isTouched, onStart }: StartFieldProps): ReactNode {
  const t = useTranslations('instances');
  const [dialog, setDialog] = useState<'clone' | 'text'>();
  const [asked, setAsked] = useState<StartingPoint>();
  const close = (): void => setDialog(undefined);
  const choose = (next: StartingPoint): void => {
    // Text of the user's own may be more than one document, which does not replace anything.
    if (isTouched && next.kind !== 'text') setAsked(next);
    else onStart(next);
  };
  return (
    <>
      <Field label={t('starting.from')}>
        <Select
          value={start.kind === 'starter' ? String(start.index) : start.kind}
          options={useOptions(starters)}
          onChange={(value) => {
            if (value === 'clone' || value === 'text') setDialog(value);
            else choose({ kind: 'starter', index: Number(value) });
          }}
        />
      </Field>
      {dialog === 'text' ? (
        <TextDialog onClose={close} onText={(text) => choose({ kind: 'text', text })} />
      ) : null}
      {dialog === 'clone' ? (
        <InstanceDialog
          resource={resource}
          onClose={close}
          onChoose={(key) => choose({ kind: 'clone', key })}
        />
      ) : null}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={t('replaceAsk')}
        action={t('replaceIt')}
        onConfirm={() => {
          if (asked !== undefined) onStart(asked);
          return Promise.resolve();
        }}
      >
        <p>{t('replaceHint')}</p>
      </ConfirmDialog>
    </>
  );
}

function useOptions(starters: readonly Starter[]): { value: string; label: string }[] {
  const t = useTranslations('instances');
  const last = starters.length - 1;
  return [
    ...starters.map(({ title, recommended = false }, index) => ({
      value: String(index),
      label:
        index === last ? t('emptyObject') : t(recommended ? 'starting.recommended' : 'example', { title }),
    })),
    { value: 'clone', label: t('starting.clone') },
    { value: 'text', label: t('starting.text') },
  ];
}
