'use client';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { RichText } from '#components/ui/rich-text.tsx';
import { parseMarkdown } from '#lib/markdown/parse.ts';

/** The provider's own words. Nothing when there are none. */
export function CsvDescription({ markdown }: { readonly markdown: string }): ReactNode {
  const t = useTranslations('operators');
  const blocks = useMemo(() => parseMarkdown(markdown), [markdown]);
  if (blocks.length === 0) return null;
  return (
    <Card title={t('description')}>
      <RichText blocks={blocks} />
    </Card>
  );
}
