'use client';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { asApiError } from '#components/data/api-error.ts';
import { useApi } from '#components/data/use-api.ts';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { useMayChange } from '#components/olm/rights.tsx';
import { useSubmit } from '#components/olm/change-desk.tsx';
import { ChangeMenu } from '#components/olm/change-menu.tsx';
import { ConditionTable } from '#components/olm/condition-table.tsx';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { ObjectYaml } from '#components/olm/object-yaml.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/catalog-answers.ts';
import { planOf, updateView, waitsForApproval } from '#lib/olm/operator-view.ts';
import type { Approval, ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/types.ts';
import { urls } from '#lib/urls.ts';
import { usePhrase } from '#messages/phrases.ts';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { iconRef } from './use-operators.ts';

interface SubscriptionTabProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
  readonly plans: readonly InstallPlan[];
}

/** What keeps the operator up to date: channel, approval, the upgrade that waits. */
export function SubscriptionTab({ csv, subscription, plans }: SubscriptionTabProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  if (subscription === undefined) {
    return (
      <EmptyState
        title={t('noSubscription')}
        action={
          <LinkButton variant="primary" href={urls.catalog(scope, { q: csv.spec.displayName })}>
            {t('findInCatalog')}
          </LinkButton>
        }
      >
        {t('noSubscriptionFor', { name: csv.metadata.name ?? '' })}
      </EmptyState>
    );
  }
  const plan = planOf(subscription, plans);
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Upgrade subscription={subscription} plans={plans} plan={plan} />
        <Settings key={subscription.metadata.uid} subscription={subscription} />
        <ConditionTable conditions={subscription.status?.conditions ?? []} />
        <ObjectYaml label={`Subscription ${subscription.metadata.name ?? ''}`} objects={[subscription]} />
      </div>
      <SubscriptionFacts subscription={subscription} plan={plan} />
    </div>
  );
}

interface UpgradeProps {
  readonly subscription: Subscription;
  readonly plans: readonly InstallPlan[];
  readonly plan: InstallPlan | undefined;
}

function Upgrade({ subscription, plans, plan }: UpgradeProps): ReactNode {
  const phrase = usePhrase();
  const t = useTranslations('operators');
  const update = updateView(subscription, plans);
  const waits = plan !== undefined && waitsForApproval(plan);
  return (
    <Card
      title={t('upgradeStatus')}
      {...(waits ? { action: <ApproveButton plan={plan} size="sm" variant="secondary" /> } : {})}
    >
      <StatusBadge tone={update.kind === 'current' ? 'good' : update.tone}>
        {update.label === '' ? t('installing') : update.label}
      </StatusBadge>
      {update.detail === undefined ? null : (
        <p className="mt-1 break-words text-muted">{phrase(update.detail)}</p>
      )}
      {waits ? (
        <div className="mt-3 flex flex-col gap-2">
          <p>
            {t.rich('planBrings', {
              versions: plan.spec.clusterServiceVersionNames.join(', '),
              strong: (words) => <strong className="font-medium">{words}</strong>,
            })}
          </p>
          <PlanSteps steps={plan.status?.plan ?? []} />
        </div>
      ) : null}
    </Card>
  );
}

interface SettingsDraft {
  readonly channel: string;
  readonly approval: Approval;
}

function settingsChange(subscription: Subscription, { channel, approval }: SettingsDraft): Change {
  const { namespace = '', name = '' } = subscription.metadata;
  const spec = { installPlanApproval: approval, ...(channel === '' ? {} : { channel }) };
  return {
    verb: 'patch',
    resource: resources.subscriptions,
    ref: { namespace, name },
    patch: { type: 'merge', body: { spec } },
    before: { ...subscription },
  };
}

function Settings({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('operators');
  const at = iconRef(subscription);
  const detail = useApi<PackageDetail>(at === undefined ? undefined : urls.api.package(at));
  const before = {
    channel: subscription.spec.channel ?? '',
    approval: subscription.spec.installPlanApproval ?? 'Automatic',
  };
  const [draft, setDraft] = useState<SettingsDraft>(before);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const change = settingsChange(subscription, draft);
  const denial = useMayChange([change]);
  const submit = useSubmit();
  const channels = detail.data?.channels.map((channel) => channel.name) ?? [];
  const known = channels.includes(draft.channel) ? channels : [draft.channel, ...channels];
  const same = draft.channel === before.channel && draft.approval === before.approval;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await submit({ changes: [change] });
      if (made) toast({ tone: 'good', title: t('saved') });
    } catch (error) {
      toast({ tone: 'bad', title: t('notSaved'), details: asApiError(error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('updates')} description={t('updatesWhat')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('updateChannel')}>
          <Select
            value={draft.channel}
            onChange={(channel) => {
              setDraft({ ...draft, channel });
            }}
            options={known.map((channel) => ({
              value: channel,
              label: channel === '' ? t('defaultChannel') : channel,
            }))}
          />
        </Field>
        <Field label={t('updateApproval')}>
          <Select
            value={draft.approval}
            onChange={(value) => {
              setDraft({ ...draft, approval: value === 'Manual' ? 'Manual' : 'Automatic' });
            }}
            options={[
              { value: 'Automatic', label: t('approvals.Automatic') },
              { value: 'Manual', label: t('approvals.Manual') },
            ]}
          />
        </Field>
      </div>
      <div className="mt-4 flex gap-1">
        <Button
          busy={busy}
          {...denial}
          disabledReason={denial.disabledReason ?? (same ? t('nothingChanged') : undefined)}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
        <ChangeMenu changes={() => (same ? undefined : [change])} />
      </div>
    </Card>
  );
}
