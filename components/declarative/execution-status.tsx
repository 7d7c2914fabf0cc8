'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { PlanExecutionStatus } from '#lib/kudo/api/execution.ts';

const TONES: Readonly<Record<PlanExecutionStatus, Tone>> = {
  NEVER_RUN: 'neutral',
  // Its turn has not come: what is at work is what turns.
  PENDING: 'neutral',
  IN_PROGRESS: 'busy',
  ERROR: 'warn',
  COMPLETE: 'good',
  FATAL_ERROR: 'bad',
};

export function toneOfStatus(status: PlanExecutionStatus): Tone {
  return TONES[status];
}

/** "In progress", with its colour. */
export function ExecutionStatus({ status }: { readonly status: PlanExecutionStatus }): ReactNode {
  const t = useTranslations('declarative');
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>;
}
