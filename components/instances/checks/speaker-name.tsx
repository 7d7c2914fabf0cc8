'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Speaker } from '#lib/schema-form/schema/field-error.ts';

/** Who says it, where it is not the form; nothing for the form itself. */
export function SpeakerName({ by }: { readonly by: Speaker | undefined }): ReactNode {
  const t = useTranslations('instances');
  if (by === undefined) return null;
  const text = by.kind === 'cluster' ? t('rules.by.cluster') : t(`rules.by.${by.kind}`, { name: by.name });
  return <span className="text-xs text-faint">({text})</span>;
}
