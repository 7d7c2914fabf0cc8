'use client';
import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import type { WaitingPlan } from '#lib/olm/views/upgrades.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Chosen } from './use-chosen.ts';

/** Opens the list of all that the chosen plans move; nothing is approved before it was shown. */
export function ApproveMany({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const t = useTranslations('upgrades');
  // As they were when the dialog opened: plans leave the list as they are approved.
  const [plans, setPlans] = useState<readonly WaitingPlan[]>();
  const count = chosen.plans.length;
  return (
    <>
      <Button
        variant="primary"
        icon={<Check aria-hidden className="size-4" />}
        disabledReason={count === 0 ? t('chooseFirst') : undefined}
        onClick={() => setPlans(chosen.plans)}
      >
        {t('approveChosen', { count })}
      </Button>
      {plans === undefined ? null : <ApproveDialog plans={plans} onClose={() => setPlans(undefined)} />}
    </>
  );
}
