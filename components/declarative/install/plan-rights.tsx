'use client';
import { useDeferredValue, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess } from '#components/data/use-api.ts';
import { MissingRights } from '#components/frame/rights.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import type { InstanceWish } from '#lib/kudo/views/package-view.ts';
import { useLimitWords } from '../package/template-problem.tsx';
import { usePlanRights, type KnownRights } from './use-plan-rights.ts';

interface PlanRightsProps {
  readonly members: readonly PackageObjects[];
  readonly at: InstanceWish;
}

const NONE: KnownRights = { checks: [] };

/** Says which rights the plans take that the user has not, and where not all could be found out; nothing where there are none. */
export function PlanRights({ members, at: wish }: PlanRightsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const [namespace, name] = [useDeferredValue(wish.namespace), useDeferredValue(wish.name)];
  const values = useDeferredValue(wish.values);
  const words = useLimitWords();
  const { checks, limit } = usePlanRights(members, { namespace, name, values }) ?? NONE;
  const { missing } = useAccess(checks);
  return (
    <>
      {limit === undefined ? null : <Notice tone="warn" title={t('rightsCut')} details={words(limit)} />}
      {missing.length === 0 ? null : (
        <Notice
          tone="warn"
          title={t('planRightsMissing', { count: missing.length })}
          details={t('planRightsMissingWhy')}
          expandLabel={t('planRightsShow')}
        >
          <MissingRights checks={missing} />
        </Notice>
      )}
    </>
  );
}
