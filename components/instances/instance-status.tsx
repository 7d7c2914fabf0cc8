'use client';
import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tones.tsx';
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
  const { label, tone, detail } = instanceStatus(object);
  return (
    <StatusBadge tone={TONES[tone]} {...(detail === undefined ? {} : { title: detail })}>
      {label}
    </StatusBadge>
  );
}
