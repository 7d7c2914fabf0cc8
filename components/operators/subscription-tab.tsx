'use client';
import { Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { ConditionTable } from '#components/olm/condition-table.tsx';
import { ResolutionNotice } from '#components/olm/explanation.tsx';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { useStateWords } from '#components/olm/state-words.ts';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Card, FactList } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { checkOf } from '#lib/access.ts';
import { refTo } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { planOf, updateView, waitsForApproval } from '#lib/olm/views/operator-view.ts';
import { pinOf } from '#lib/olm/api/pin.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { SubscriptionFactList } from './subscription-facts.tsx';

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
        {t('noSubscriptionFor', { name: csv.metadata.name })}
      </EmptyState>
    );
  }
  const plan = planOf(subscription, plans);
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <WhyNotice
          ask={isStuck(subscription, plans)}
          kind="Subscription"
          subject={refTo(subscription)}
          told={TOLD}
        />
        <ResolutionNotice subscription={subscription} />
        <Upgrade subscription={subscription} plans={plans} plan={plan} />
        <Plans plans={plansOf(subscription, plans)} />
        <Settings key={subscription.metadata.uid} subscription={subscription} />
        <ConditionTable conditions={subscription.status?.conditions ?? []} />
        <ObjectYaml label={`Subscription ${subscription.metadata.name}`} objects={[subscription]} />
      </div>
      <SubscriptionFactList subscription={subscription} plan={plan} />
    </div>
  );
}

/** What has a place of its own on the page: why nothing was found, and the approval. */
const TOLD = ['resolution', 'requirement'] as const;

/** Its CSV may run, and yet it gets no further. */
function isStuck(subscription: Subscription, plans: readonly InstallPlan[]): boolean {
  const { tone, kind } = updateView(subscription, plans);
  return kind !== 'available' && (tone === 'bad' || tone === 'warn');
}

/** Those that were made for it, the newest first. */
function plansOf({ metadata }: Subscription, plans: readonly InstallPlan[]): InstallPlan[] {
  const made = plans.filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some(({ uid }) => uid === metadata.uid),
  );
  const timeOf = (plan: InstallPlan): string => plan.metadata.creationTimestamp ?? '';
  return made.sort((left, right) => timeOf(right).localeCompare(timeOf(left)));
}

function Plans({ plans }: { readonly plans: readonly InstallPlan[] }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  if (plans.length === 0) return null;
  return (
    <Card title={t('planHistory')} flush>
      <ul className="divide-y divide-line">
        {plans.map(({ metadata: { namespace = '', name, creationTimestamp }, spec, status }) => (
          <li key={name} className="flex min-w-0 flex-wrap items-center gap-x-3 px-4 py-2">
            <Link href={urls.plan({ namespace, name }, scope)} className="text-accent hover:underline">
              {name}
            </Link>
            <span className="min-w-0 grow break-words text-muted">
              {spec.clusterServiceVersionNames.join(', ')}
            </span>
            <span className="text-sm text-muted">
              {status?.phase ?? ''} <RelativeTime at={creationTimestamp} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface UpgradeProps {
  readonly subscription: Subscription;
  readonly plans: readonly InstallPlan[];
  readonly plan: InstallPlan | undefined;
}

function Upgrade({ subscription, plans, plan }: UpgradeProps): ReactNode {
  const words = useStateWords();
  const t = useTranslations('operators');
  const update = updateView(subscription, plans);
  const waits = plan !== undefined && waitsForApproval(plan);
  return (
    <Card
      title={t('upgradeStatus')}
      {...(waits ? { action: <ApproveButton plan={plan} size="sm" variant="secondary" /> } : {})}
    >
      <StatusBadge tone={update.kind === 'current' ? 'good' : update.tone}>
        {update.label === undefined ? t('installing') : words.label(update.label)}
      </StatusBadge>
      {update.detail === undefined ? null : (
        <p className="mt-1 break-words text-muted">{words.detail(update.detail)}</p>
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

/** How it keeps up to date; the form to change it is a page of its own, with what the change would lead to. */
function Settings({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '', name } = subscription.metadata;
  const denial = useMay([checkOf('patch', resources.subscriptions, { namespace, name })]);
  const pin = pinOf(subscription);
  const { channel, installPlanApproval = 'Automatic', config } = subscription.spec;
  const parts = Object.keys(config ?? {});
  return (
    <Card
      title={t('updates')}
      description={t('updatesWhat')}
      action={
        <LinkButton
          size="sm"
          href={urls.editSubscription({ namespace, name }, scope)}
          icon={<Settings2 aria-hidden className="size-3.5" />}
          {...denial}
        >
          {t('changeSubscription')}
        </LinkButton>
      }
    >
      <FactList
        facts={[
          { label: t('updateChannel'), value: channel ?? t('defaultChannel') },
          {
            label: t('version'),
            value: pin === undefined ? t('followsChannel') : t('stopsAt', { csv: pin }),
          },
          { label: t('updateApproval'), value: t(`approvals.${installPlanApproval}`) },
          { label: t('podConfig'), value: parts.length === 0 ? '–' : parts.join(', ') },
        ]}
      />
    </Card>
  );
}
