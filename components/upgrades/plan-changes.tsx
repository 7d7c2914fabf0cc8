'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { useWayBackTitle, WayBackReasons } from '#components/olm/way-back.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { TONE_TEXT, ToneIcon } from '#components/ui/tones.tsx';
import { permissionSummaries } from '#lib/olm/content/permission-words.ts';
import type { PlanReview, ReviewedOperator } from '#lib/olm/plan/review.ts';
import type { WaitingPlan } from '#lib/olm/views/upgrades.ts';
import { urls } from '#lib/urls.ts';

/** Each asks the cluster for all objects of its plan. */
const COMPARED_AT_ONCE = 10;

/** The changes of plan number `index`; of many plans, those further down when asked for. */
export function PlanChanges({
  plan,
  index,
}: {
  readonly plan: WaitingPlan;
  readonly index: number;
}): ReactNode {
  const t = useTranslations('upgrades');
  const [open, setOpen] = useState(index < COMPARED_AT_ONCE);
  return open ? (
    <Changes plan={plan} />
  ) : (
    <Button size="sm" className="self-start" onClick={() => setOpen(true)}>
      {t('showChanges')}
    </Button>
  );
}

/** What approving the plan changes, and for each operator of it whether there is a way back: as its own page tells it. */
function Changes({ plan }: { readonly plan: WaitingPlan }): ReactNode {
  const t = useTranslations('upgrades');
  const review = useApi<PlanReview>(urls.api.planReview(plan));
  if (review.data === undefined) {
    return (
      <p role="status" className="text-sm text-muted">
        {t(review.state === 'loading' ? 'comparing' : 'notCompared')}
      </p>
    );
  }
  const { operators, crdChanges } = review.data;
  const known = operators.every(({ addedRights }) => addedRights !== undefined);
  const rights = operators.reduce((sum, operator) => sum + newRights(operator), 0);
  return (
    <>
      <p className="text-sm text-muted">
        {t('changes', { known: String(known), rights, crds: crdChanges.length })}
      </p>
      {operators.map((operator) => (
        <Return key={operator.csv} operator={operator} />
      ))}
    </>
  );
}

function newRights({ addedRights = [], ownGroups }: ReviewedOperator): number {
  const summaries = permissionSummaries(addedRights, new Set(ownGroups));
  return summaries.reduce((sum, { lines }) => sum + lines.length, 0);
}

function Return({ operator }: { readonly operator: ReviewedOperator }): ReactNode {
  const titleOf = useWayBackTitle();
  const { wayBack, title: name, from } = operator;
  if (wayBack === undefined) return null;
  const { tone, title } = titleOf({ wayBack, name, version: from?.version ?? from?.csv });
  return (
    <div className="flex min-w-0 items-start gap-2 text-sm">
      <ToneIcon tone={tone} className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[tone])} />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="break-words">{title}</p>
        <WayBackReasons wayBack={wayBack} />
      </div>
    </div>
  );
}
