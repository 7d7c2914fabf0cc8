'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import type { ReachedLimit } from '#lib/base/reached-limit.ts';
import type { RenderedView } from '#lib/kudo/views/package-view.ts';

/** Which bound was reached, and what to do about it. */
export function useLimitWords(): (limit: ReachedLimit) => string {
  const t = useTranslations('operator-packages');
  return ({ bound, most }) => t(`limit.${bound}`, { most });
}

/** Why a template makes nothing, or not all; nothing where it does. */
export function TemplateProblem({
  of: { template, problem, limit },
}: {
  readonly of: Pick<RenderedView, 'template' | 'problem' | 'limit'>;
}): ReactNode {
  const t = useTranslations('operator-packages');
  const words = useLimitWords();
  if (problem === undefined) return null;
  if (limit === undefined)
    return <Notice tone="warn" title={t('templateFails', { name: template })} details={problem} />;
  const isOfAll = limit.bound.startsWith('plan');
  return (
    <Notice
      tone="warn"
      title={t(isOfAll ? 'limitOfAll' : 'limitOfOne', { name: template })}
      details={words(limit)}
    >
      <p className="font-mono text-xs break-words">{problem}</p>
    </Notice>
  );
}
