'use client';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange } from '#components/data/apply-change.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayEach } from '#components/frame/rights.tsx';
import type { Denial } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge, StatusBadge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { accessOf } from '#lib/k8s/change.ts';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { WaitingPlan } from '#lib/olm/views/upgrades.ts';
import { urls } from '#lib/urls.ts';
import { usePhrase } from '#messages/phrases.ts';
import { PlanChanges } from './plan-changes.tsx';
import { planKey } from './use-chosen.ts';

type Outcome = { kind: 'running' } | { kind: 'done' } | { kind: 'failed'; message: string };
type Outcomes = ReadonlyMap<string, Outcome>;

interface ApproveDialogProps {
  readonly plans: readonly WaitingPlan[];
  readonly onClose: () => void;
}

/** All that moves when the plans are approved; afterwards, what became of each. */
export function ApproveDialog({ plans, onClose }: ApproveDialogProps): ReactNode {
  const t = useTranslations('upgrades');
  const changes = plans.map(approvalOf);
  const denials = useMayEach(changes.map(accessOf));
  const allowed = plans.filter((_plan, index) => denials[index]?.disabledReason === undefined);
  const { outcomes, busy, failure, approve } = useApproval(allowed);
  const over = outcomes.size > 0 && !busy;
  const left = allowed.filter((plan) => outcomes.get(planKey(plan))?.kind !== 'done');
  const moves = plans.reduce((sum, plan) => sum + plan.moves.length, 0);
  return (
    <Dialog
      open
      width="md"
      title={t('approveTitle', { count: plans.length })}
      description={t('approveHelp', { moves })}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      footer={
        <>
          {over ? null : <ChangeMenu changes={() => allowed.map(approvalOf)} />}
          <Button onClick={onClose}>{t(over ? 'close' : 'cancel')}</Button>
          {over && left.length === 0 ? null : (
            <Button
              variant="primary"
              busy={busy}
              disabledReason={left.length === 0 ? t('noneAllowed') : undefined}
              onClick={() => void approve()}
            >
              {over ? t('again', { count: left.length }) : t('approve', { count: left.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4 pb-2">
        <HandOutNote />
        {failure === undefined ? null : <Notice tone="bad" title={t('notApproved')} details={failure} />}
        <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
          {plans.map((plan, index) => (
            <PlanItem
              key={planKey(plan)}
              plan={plan}
              index={index}
              denial={denials[index] ?? {}}
              outcome={outcomes.get(planKey(plan))}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function approvalOf({ namespace, name }: WaitingPlan): Change {
  return {
    verb: 'patch',
    resource: resources.installPlans,
    ref: { namespace, name },
    patch: { type: 'merge', body: { spec: { approved: true } } },
  };
}

interface Approval {
  readonly outcomes: Outcomes;
  readonly busy: boolean;
  /** Nothing could be tried. */
  readonly failure: string | undefined;
  readonly approve: () => Promise<void>;
}

/** One after the other; one that is refused does not stop the others. */
function useApproval(plans: readonly WaitingPlan[]): Approval {
  const t = useTranslations('upgrades');
  const submit = useSubmit();
  const toApiError = useApiError();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = plans.filter((plan) => outcomes.get(planKey(plan))?.kind !== 'done');
  const tell = (plan: WaitingPlan, outcome: Outcome): void => {
    setOutcomes((before) => new Map([...before, [planKey(plan), outcome]]));
  };
  const approveEach = async (): Promise<void> => {
    for (const plan of open) {
      tell(plan, { kind: 'running' });
      try {
        await applyChange(approvalOf(plan));
        tell(plan, { kind: 'done' });
      } catch (error) {
        tell(plan, { kind: 'failed', message: toApiError(error).message });
      }
    }
  };
  const approve = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const title = t('approveTitle', { count: open.length });
      await submit({ title, changes: open.map(approvalOf) }, approveEach);
    } catch (error) {
      setFailure(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { outcomes, busy, failure, approve };
}

interface PlanItemProps {
  readonly plan: WaitingPlan;
  readonly index: number;
  readonly denial: Denial;
  readonly outcome: Outcome | undefined;
}

function PlanItem({ plan, index, denial, outcome }: PlanItemProps): ReactNode {
  const t = useTranslations('upgrades');
  const scope = useScope();
  const { namespace, name, moves, steps } = plan;
  return (
    <li className="flex min-w-0 flex-col gap-1.5 px-3 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 break-words">
          <span className="font-medium">{namespace}</span>{' '}
          <Link
            href={urls.plan({ namespace, name }, scope)}
            className="text-sm break-all text-accent hover:underline"
          >
            {name}
          </Link>
        </p>
        <Result outcome={outcome} denial={denial} />
      </div>
      <ul className="flex min-w-0 flex-col gap-0.5">
        {moves.map((move) => (
          <MoveLine key={move.csv} move={move} />
        ))}
      </ul>
      <p className="text-sm text-muted">{t('planHolds', { moves: moves.length, steps })}</p>
      <PlanChanges plan={plan} index={index} />
    </li>
  );
}

function MoveLine({ move }: { readonly move: WaitingPlan['moves'][number] }): ReactNode {
  const t = useTranslations('upgrades');
  const { title, csv, version, from, fresh, why, package: packageName } = move;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span className="break-words">{title ?? packageName ?? csv}</span>
      {from === undefined ? null : (
        <>
          <span className="text-sm break-all text-muted">{from.version ?? from.csv}</span>
          <ArrowRight aria-label={t('to')} className="size-3.5 shrink-0 text-faint" />
        </>
      )}
      <span className="text-sm break-all" title={csv}>
        {version ?? csv}
      </span>
      {fresh ? <Badge tone="info">{t('new')}</Badge> : null}
      {why === 'dependency' ? <Badge>{t('dependency')}</Badge> : null}
    </li>
  );
}

function Result({ outcome, denial }: Pick<PlanItemProps, 'outcome' | 'denial'>): ReactNode {
  const t = useTranslations('upgrades');
  const phrase = usePhrase();
  if (outcome?.kind === 'running') return <StatusBadge tone="busy">{t('approving')}</StatusBadge>;
  if (outcome?.kind === 'done') return <StatusBadge tone="good">{t('approved')}</StatusBadge>;
  const problem = outcome?.message ?? denial.disabledReason;
  if (problem === undefined) return null;
  return (
    <div className="min-w-0">
      <StatusBadge tone={outcome === undefined ? 'neutral' : 'bad'}>
        {t(outcome === undefined ? 'notAllowed' : 'refused')}
      </StatusBadge>
      <p className="text-sm break-words text-muted">{phrase(problem)}</p>
    </div>
  );
}
