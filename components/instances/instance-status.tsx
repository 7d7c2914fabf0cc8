'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { optional } from '#lib/base/loose.ts';
import { type InstanceTone, instanceStatus } from '#lib/k8s/instance-status.ts';
import type { KubeObject } from '#lib/k8s/object.ts';

const TONES: Record<InstanceTone, Tone> = {
  good: 'good',
  progress: 'busy',
  warn: 'warn',
  bad: 'bad',
  neutral: 'neutral',
};

/** How the instance is doing, in a word; the operator's reason on hover. */
export function InstanceStatusBadge({ object }: { readonly object: KubeObject }): ReactNode {
  const t = useTranslations('instances');
  const { label, tone, detail, finalizers } = instanceStatus(object);
  const title =
    finalizers === undefined ? detail : t('ownState.finalizers', { finalizers: finalizers.join(', ') });
  return (
    <StatusBadge tone={TONES[tone]} {...optional({ title })}>
      {typeof label === 'string' ? label : t(`ownState.${label.code}`)}
    </StatusBadge>
  );
}
