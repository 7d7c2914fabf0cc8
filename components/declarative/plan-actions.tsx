'use client';
import { Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMay, useMayChange, type Denial } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { checkOf } from '#lib/access.ts';
import { optional } from '#lib/base/loose.ts';
import type { Change } from '#lib/k8s/change.ts';
import { isRunningStatus } from '#lib/kudo/api/execution.ts';
import { CLEANUP_PLAN } from '#lib/kudo/api/labels.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import {
  abortChange,
  retryChange,
  triggerable,
  triggerChange,
  type InstanceView,
  type PlanView,
} from '#lib/kudo/views/instance-view.ts';
import type { InstanceNode } from '#lib/kudo/views/instance-tree.ts';
import { urls } from '#lib/urls.ts';
import { PlanPicture } from './plan-picture.tsx';

interface PlanActionsProps {
  readonly instance: InstanceView;
  readonly uid: string | undefined;
  /** With those that it installed, which go with it. */
  readonly tree: InstanceNode;
}

/** What a person may ask of an Instance: a run, its end, another attempt, or its deletion. */
export function PlanActions({ instance, uid, tree }: PlanActionsProps): ReactNode {
  const denial = useMay([checkOf('patch', kudoResources.instances, instance)]);
  return (
    <>
      <Retry instance={instance} denial={denial} />
      <Abort instance={instance} denial={denial} />
      <RunPlan instance={instance} denial={denial} />
      <DeleteInstance instance={instance} uid={uid} tree={tree} />
    </>
  );
}

interface ActionProps {
  readonly instance: InstanceView;
  readonly denial: Denial;
}

function RunPlan({ instance, denial }: ActionProps): ReactNode {
  const t = useTranslations('declarative');
  const [plan, setPlan] = useState<PlanView>();
  const running = instance.plans.find(({ status }) => isRunningStatus(status));
  const busy = running === undefined ? {} : { disabledReason: t('notRunning', { plan: running.name }) };
  const blocked = { ...busy, ...denial };
  const plans = triggerable(instance);
  if (plans.length === 0) return null;
  const button = (
    <Button icon={<Play aria-hidden className="size-4" />} {...blocked}>
      {t('run')}
    </Button>
  );
  if (blocked.disabledReason !== undefined) return button;
  return (
    <>
      <Menu
        trigger={button}
        items={plans.map((one) => ({
          label: t('runPlan', { plan: one.name }),
          onSelect: () => {
            setPlan(one);
          },
        }))}
      />
      {plan === undefined ? null : (
        <RunDialog
          instance={instance}
          plan={plan}
          onClose={() => {
            setPlan(undefined);
          }}
        />
      )}
    </>
  );
}

interface RunDialogProps {
  readonly instance: InstanceView;
  readonly plan: PlanView;
  readonly onClose: () => void;
}

/** What a run would do, before it is asked for. */
function RunDialog({ instance, plan, onClose }: RunDialogProps): ReactNode {
  const t = useTranslations('declarative');
  const toast = useToast();
  const submit = useSubmit();
  const change = triggerChange(instance, plan.name);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('runTitle', { plan: plan.name })}
      action={t('runPlan', { plan: plan.name })}
      more={<ChangeMenu changes={() => [change]} />}
      onConfirm={async () => {
        if (!(await submit({ changes: [change] }))) return;
        toast({ tone: 'good', title: t('asked', { plan: plan.name }) });
      }}
    >
      <p>
        {t('runWhat', {
          name: instance.name,
          steps: plan.total,
          phases: plan.phases.map(({ name }) => name).join(', '),
        })}
      </p>
      <HandOutNote />
    </ConfirmDialog>
  );
}

function Abort({ instance, denial }: ActionProps): ReactNode {
  const t = useTranslations('declarative');
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const change = abortChange(instance);
  if (change === undefined) return null;
  return (
    <>
      <Button icon={<Square aria-hidden className="size-4" />} onClick={() => setOpen(true)} {...denial}>
        {t('abort')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        danger
        title={t('abortTitle', { plan: instance.current ?? '' })}
        action={t('abort')}
        more={<ChangeMenu changes={() => [change]} />}
        onConfirm={async () => {
          await submit({ changes: [change] });
        }}
      >
        <p>{t('abortWhat')}</p>
        <HandOutNote />
      </ConfirmDialog>
    </>
  );
}

function Retry({ instance, denial }: ActionProps): ReactNode {
  const t = useTranslations('declarative');
  const submit = useSubmit();
  const toast = useToast();
  const change = retryChange(instance);
  if (change === undefined) return null;
  const retry = async (): Promise<void> => {
    try {
      if (await submit({ changes: [change] })) {
        toast({ tone: 'good', title: t('asked', { plan: instance.current ?? '' }) });
      }
    } catch (error) {
      toast({ tone: 'bad', title: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Button
      variant="primary"
      icon={<RotateCcw aria-hidden className="size-4" />}
      title={t('retryWhat')}
      onClick={() => void retry()}
      {...denial}
    >
      {t('retry')}
    </Button>
  );
}

function DeleteInstance({ instance, uid, tree }: PlanActionsProps): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const router = useRouter();
  const toast = useToast();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const { namespace, name } = instance;
  const change: Change = {
    verb: 'delete',
    resource: kudoResources.instances,
    ref: { namespace, name },
    ...optional({ uid }),
  };
  const denial = useMayChange([change]);
  const cleanup = instance.plans.find((plan) => plan.name === CLEANUP_PLAN);
  return (
    <>
      <Button icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setOpen(true)} {...denial}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        danger
        title={t('deleteTitle', { name })}
        action={t('delete')}
        typeToConfirm={name}
        more={<ChangeMenu changes={() => [change]} />}
        onConfirm={async () => {
          if (!(await submit({ changes: [change] }))) return;
          toast({ tone: 'good', title: t('deleted', { name }) });
          router.push(urls.declarative(scope));
        }}
        {...denial}
      >
        <p>{t('deleteWhat')}</p>
        {tree.children.length === 0 ? null : (
          <p>{t('deleteChildren', { names: namesBelow(tree).join(', ') })}</p>
        )}
        {cleanup === undefined ? (
          <p>{t('deleteNoCleanup')}</p>
        ) : (
          <>
            <p>{t('deleteCleanup', { steps: cleanup.total })}</p>
            <PlanPicture plan={cleanup} still />
          </>
        )}
        <HandOutNote />
      </ConfirmDialog>
    </>
  );
}

function namesBelow({ children }: InstanceNode): string[] {
  return children.flatMap((child) => [child.name, ...namesBelow(child)]);
}
