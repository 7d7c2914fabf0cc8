'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { optional } from '#lib/base/loose.ts';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ReviewedOperator } from '#lib/olm/plan/review.ts';
import { PIN_ANNOTATION } from '#lib/olm/api/pin.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { usePlanReview } from './use-plan-review.ts';

type Way = 'leave' | 'pin' | 'renew';

/** For those who do not approve: nothing happens by itself, and what else they may mean. It never uninstalls anything. */
export function NotNow({ plan }: { readonly plan: InstallPlan }): ReactNode {
  const t = useTranslations('reviews');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('notNow')}
      </Button>
      {open ? (
        <NotNowDialog
          plan={plan}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface NotNowDialogProps {
  readonly plan: InstallPlan;
  readonly onClose: () => void;
}

function NotNowDialog({ plan, onClose }: NotNowDialogProps): ReactNode {
  const t = useTranslations('reviews');
  const [way, setWay] = useState<Way>('leave');
  const [failure, setFailure] = useState<string>();
  const toApiError = useApiError();
  const [busy, setBusy] = useState(false);
  const operators = usePlanReview(plan).data?.operators ?? [];
  const changes = changesOf(way, plan, operators);
  const denial = useMayChange(changes);
  const act = useAct(plan, way, changes);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
      onClose();
    } catch (error) {
      setFailure(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t('notNowTitle')}
      description={t('notNowHelp')}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      footer={
        <>
          {way === 'leave' ? null : <ChangeMenu changes={() => changes} />}
          <Button onClick={onClose}>{t('back')}</Button>
          <Button variant="primary" busy={busy} {...denial} onClick={() => void confirm()}>
            {t(`action.${way}`)}
          </Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4 pb-2">
        <Ways plan={plan} operators={operators} way={way} onChange={setWay} />
        {failure === undefined ? null : <Notice tone="bad" title={t('notDone')} details={failure} />}
        {way === 'leave' ? null : <HandOutNote />}
      </div>
    </Dialog>
  );
}

interface WaysProps {
  readonly plan: InstallPlan;
  readonly operators: readonly ReviewedOperator[];
  readonly way: Way;
  readonly onChange: (way: Way) => void;
}

function Ways({ plan, operators, way, onChange }: WaysProps): ReactNode {
  const t = useTranslations('reviews');
  const locale = useLocale();
  const list = (names: readonly string[]): string => new Intl.ListFormat(locale).format(names);
  const ofOlm = useSession().data?.lifecycle === 'olm';
  const pinned = pinnable(operators);
  const newer = operators.flatMap(({ offered }) => offered ?? []);
  const { namespace = '' } = plan.metadata;
  return (
    <RadioGroup
      legend={t('whatThen')}
      value={way}
      onChange={(value) => {
        onChange(WAYS.find((one) => one === value) ?? 'leave');
      }}
      options={[
        { value: 'leave', label: t('leave'), help: t('leaveHelp', { namespace }) },
        {
          value: 'pin',
          label: t('pin'),
          help: t('pinHelp', { versions: list(pinned.map(({ csv }) => csv)) }),
          disabledReason: ofOlm ? t('pinOfOlm') : pinned.length === 0 ? t('pinNothing') : undefined,
        },
        {
          value: 'renew',
          label: t('renew'),
          help: t('renewHelp', { versions: list(newer) }),
          disabledReason: newer.length === 0 ? t('renewNothing') : undefined,
        },
      ]}
    />
  );
}

const WAYS: readonly Way[] = ['leave', 'pin', 'renew'];

function pinnable(operators: readonly ReviewedOperator[]): { subscription: string; csv: string }[] {
  return operators.flatMap(({ subscription, from }) =>
    subscription === undefined || from === undefined ? [] : [{ subscription, csv: from.csv }],
  );
}

/** The pins come first: without them the same plan would be made again. */
function changesOf(way: Way, plan: InstallPlan, operators: readonly ReviewedOperator[]): Change[] {
  if (way === 'leave') return [];
  const { namespace = '', name, uid } = plan.metadata;
  const pins = pinnable(operators).map(({ subscription, csv }): Change => ({
    verb: 'patch',
    resource: resources.subscriptions,
    ref: { namespace, name: subscription },
    patch: { type: 'merge', body: { metadata: { annotations: { [PIN_ANNOTATION]: csv } } } },
  }));
  const removal: Change = {
    verb: 'delete',
    resource: resources.installPlans,
    ref: { namespace, name },
    ...optional({ uid }),
  };
  return way === 'pin' ? [...pins, removal] : [removal];
}

function useAct(plan: InstallPlan, way: Way, changes: readonly Change[]): () => Promise<void> {
  const t = useTranslations('reviews');
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const submit = useSubmit();
  return async () => {
    if (way === 'leave') return;
    const made = await submit({ title: t(`action.${way}`), changes });
    if (!made) return;
    toast({ tone: 'good', title: t(`done.${way}`, { name: plan.metadata.name }) });
    router.push(urls.plans(scope));
  };
}
