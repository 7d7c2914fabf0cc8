'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { decodeText, encodeText } from '#lib/schema-form/formats/base64.ts';
import { TextArea } from '#components/ui/inputs.tsx';
import { formatPath } from '#lib/schema-form/schema/path.ts';
import type { AdditionProps } from './addition-props.ts';

/** The text that the base64 above stands for, to be read and edited in its place; absent when the bytes are no text. */
export function BytesText({ id, value, path, disabled, onChange }: AdditionProps): ReactNode {
  const t = useTranslations('schema-form');
  const text = typeof value === 'string' ? decodeText(value) : undefined;
  if (text === undefined) return null;
  return (
    <details className="min-w-0" id={id}>
      <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted hover:text-text">
        {t('widgets.decoded', { count: text.length })}
      </summary>
      <TextArea
        id={`${id}-text`}
        mono
        aria-label={t('widgets.decodedOf', { path: formatPath(path) })}
        value={text}
        rows={Math.min(14, Math.max(2, text.split('\n').length))}
        disabled={disabled}
        onChange={(next) => onChange(encodeText(next))}
        className="field-sizing-content mt-1 max-h-96"
      />
    </details>
  );
}
