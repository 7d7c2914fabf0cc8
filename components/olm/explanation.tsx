'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { findCondition } from '#lib/k8s/conditions.ts';
import type { Subscription } from '#lib/olm/api/types.ts';

/** What is well needs no words about what is not. */
const Explained = dynamic(() => import('./resolution/explained.tsx').then((module) => module.Explained));

interface ResolutionNoticeProps {
  readonly subscription: Subscription;
  /** The controller's own message stands on the page already. */
  readonly beside?: boolean;
}

/** Why a Subscription cannot be resolved, and what to do about it; nothing where it can. */
export function ResolutionNotice({ subscription, beside = false }: ResolutionNoticeProps): ReactNode {
  const condition = findCondition(subscription.status?.conditions, 'ResolutionFailed');
  if (condition?.status !== 'True') return null;
  return <Explained subscription={subscription} condition={condition} beside={beside} />;
}
