'use client';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { Button } from '#components/ui/button.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { useSubmit } from '../frame/change-desk.tsx';
import { ChangeMenu } from '../frame/change-menu.tsx';
import { useMayChange } from '../frame/rights.tsx';

interface ApproveButtonProps {
  readonly plan: InstallPlan;
  readonly size?: 'sm' | 'md';
  readonly variant?: 'primary' | 'secondary';
}

/** Sets `spec.approved`. What the plan holds should be on the screen beside it. */
export function ApproveButton({ plan, size = 'md', variant = 'primary' }: ApproveButtonProps): ReactNode {
  const t = useTranslations('olm');
  const { name, namespace = '' } = plan.metadata;
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const submit = useSubmit();
  const toApiError = useApiError();
  const change: Change = {
    verb: 'patch',
    resource: resources.installPlans,
    ref: { namespace, name },
    patch: { type: 'merge', body: { spec: { approved: true } } },
  };
  const denial = useMayChange([change]);
  const approve = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await submit({ title: t('approvePlan', { name }), changes: [change] });
      if (made) toast({ tone: 'good', title: t('planApproved', { name }) });
    } catch (error) {
      toast({ tone: 'bad', title: t('planNotApproved', { name }), details: toApiError(error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="inline-flex gap-1">
      <ChangeMenu size={size} changes={() => [change]} />
      <Button
        variant={variant}
        size={size}
        busy={busy}
        {...denial}
        icon={<Check aria-hidden className="size-4" />}
        onClick={() => void approve()}
      >
        {t('approve')}
      </Button>
    </span>
  );
}
