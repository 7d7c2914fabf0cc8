'use client';
import { useDeferredValue, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess } from '#components/data/use-api.ts';
import { MissingRights } from '#components/frame/rights.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import type { InstanceWish } from '#lib/kudo/views/package-view.ts';
import { usePlanRights } from './use-plan-rights.ts';

interface PlanRightsProps {
  readonly members: readonly PackageObjects[];
  readonly at: InstanceWish;
}

const NONE = [] as const;

/** Says which rights the plans take that the user has not; nothing where there are none. */
export function PlanRights({ members, at: wish }: PlanRightsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const [namespace, name] = [useDeferredValue(wish.namespace), useDeferredValue(wish.name)];
  const values = useDeferredValue(wish.values);
  const { missing } = useAccess(usePlanRights(members, { namespace, name, values }) ?? NONE);
  if (missing.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={t('planRightsMissing', { count: missing.length })}
      details={t('planRightsMissingWhy')}
      expandLabel={t('planRightsShow')}
    >
      <MissingRights checks={missing} />
    </Notice>
  );
}
