'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { ResolutionNotice } from '#components/olm/explanation.tsx';
import { Forbidden } from '#components/frame/loaded.tsx';
import { ObjectPage } from '#components/frame/object-page.tsx';
import { useSubscriptionFrame } from '#components/olm/subscription-frame.tsx';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { refTo } from '#lib/k8s/object.ts';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import { ownedApis, waitsForApproval } from '#lib/olm/views/operator-view.ts';
import { progressView, type ProgressView } from '#lib/olm/views/progress-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { CancelInstall } from './cancel-install.tsx';
import { Step } from './progress-step.tsx';
import { RefusedPods } from './refused-pods.tsx';
import { SubscriptionFactList } from './subscription-facts.tsx';
import { iconRef } from './use-operators.ts';

interface ProgressPageProps {
  readonly namespace: string;
  readonly name: string;
}

/** How an installation is going, live, until the operator runs or says why not. */
export function ProgressPage({ namespace, name }: ProgressPageProps): ReactNode {
  const t = useTranslations('operators');
  const frame = useSubscriptionFrame(
    { namespace, name },
    {
      gone: t('noSubscriptionIn', { name, namespace }),
      why: t('noSubscriptionWhy'),
      operators: t('operators'),
    },
  );
  return <ObjectPage {...frame}>{(subscription) => <Progress subscription={subscription} />}</ObjectPage>;
}

function outcomesOf(
  t: Translate<'operators'>,
): Readonly<Record<ProgressView['outcome'], { tone: Tone; label: string }>> {
  return {
    running: { tone: 'busy', label: t('installing') },
    waiting: { tone: 'warn', label: t('waiting') },
    succeeded: { tone: 'good', label: t('installed') },
    failed: { tone: 'bad', label: t('failed') },
  };
}

function Progress({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('operators');
  const { namespace = '' } = subscription.metadata;
  const plans = useWatch<InstallPlan>({ resource: resources.installPlans, namespace });
  const csvs = useWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions, namespace });
  // Without the right to see them, nobody here can tell how it is going.
  if (plans.state === 'forbidden')
    return <Forbidden resource={resources.installPlans} at={{ namespace }} wholePage />;
  if (csvs.state === 'forbidden')
    return <Forbidden resource={resources.clusterServiceVersions} at={{ namespace }} wholePage />;
  // With half of the facts an installation that is long done would look as if it began.
  if (plans.state === 'loading' || csvs.state === 'loading') return <PageSkeleton icon />;
  const view = progressView({ subscription, plans: plans.items, csvs: csvs.items });
  const csv = csvs.items.find(({ metadata }) => metadata.name === view.csv);
  return (
    <>
      <Header subscription={subscription} view={view} csv={csv} />
      <AskedUninstall csv={view.running ?? csv} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {view.running === undefined ? null : (
            <Runs csv={view.running} details={upgradesOf(t)[view.outcome]} />
          )}
          <ResolutionNotice subscription={subscription} beside />
          <Card title={view.running === undefined ? t('progress') : t('upgrade')}>
            <ol aria-live="polite">
              {view.steps.map((step, index) => (
                <Step key={step.id} step={step} last={index === view.steps.length - 1} plan={view.plan} />
              ))}
            </ol>
          </Card>
          <WhyNotice
            ask={view.outcome !== 'succeeded'}
            kind="Subscription"
            subject={refTo(subscription)}
            told={['resolution']}
          >
            {csv === undefined ? null : <RefusedPods csv={csv} />}
          </WhyNotice>
          <Outcome view={view} csv={csv} />
          <WaitingSteps plan={view.plan} />
        </div>
        <SubscriptionFactList subscription={subscription} plan={view.plan} />
      </div>
    </>
  );
}

function WaitingSteps({ plan }: { readonly plan: InstallPlan | undefined }): ReactNode {
  const t = useTranslations('operators');
  if (plan === undefined || !waitsForApproval(plan)) return null;
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">{t('planWouldCreate')}</h2>
      <PlanSteps steps={plan.status?.plan ?? []} />
    </section>
  );
}

interface HeaderProps {
  readonly subscription: Subscription;
  readonly view: ProgressView;
  readonly csv: ClusterServiceVersion | undefined;
}

function Header({ subscription, view, csv }: HeaderProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '', name } = subscription.metadata;
  const outcome = outcomesOf(t)[view.outcome];
  const icon = iconRef(subscription);
  const upgrade = view.running !== undefined;
  return (
    <PageHeader
      breadcrumbs={[{ label: t('operators'), href: urls.operators(scope) }, { label: name }]}
      icon={<OperatorIcon src={icon === undefined ? undefined : urls.icon(icon)} />}
      title={(csv ?? view.running)?.spec.displayName ?? subscription.spec.name}
      status={<StatusBadge tone={outcome.tone}>{outcome.label}</StatusBadge>}
      description={t(upgrade ? 'upgradeIn' : 'installationIn', { namespace })}
      actions={
        <NextActions
          subscription={subscription}
          csv={view.running ?? csv}
          runs={upgrade || view.outcome === 'succeeded'}
          first={view.outcome === 'succeeded'}
        />
      }
    />
  );
}

interface NextActionsProps {
  readonly subscription: Subscription;
  readonly csv: ClusterServiceVersion | undefined;
  readonly runs: boolean;
  /** Nothing on the page comes before it. */
  readonly first: boolean;
}

function NextActions({ subscription, csv, runs, first }: NextActionsProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  if (csv === undefined) {
    return (
      <>
        <ChangeSubscription subscription={subscription} />
        <CancelInstall subscription={subscription} />
      </>
    );
  }
  const { namespace = '', name } = csv.metadata;
  const [api] = ownedApis(csv);
  return (
    <>
      <LinkButton variant={first ? 'primary' : 'secondary'} href={urls.operator({ namespace, name }, scope)}>
        {t('viewOperator')}
      </LinkButton>
      {runs && api !== undefined ? (
        <LinkButton href={urls.newInstance(api, { namespace: scope.namespace ?? namespace })}>
          {t('createKind', { kind: api.kind })}
        </LinkButton>
      ) : null}
    </>
  );
}

/** Where a version cannot be found, other choices may help. */
function ChangeSubscription({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '', name } = subscription.metadata;
  const denial = useMay([checkOf('patch', resources.subscriptions, { namespace, name })]);
  return (
    <LinkButton href={urls.editSubscription({ namespace, name }, scope)} {...denial}>
      {t('changeSubscription')}
    </LinkButton>
  );
}

/** A link that proposes to uninstall has led here. */
function AskedUninstall({ csv }: { readonly csv: ClusterServiceVersion | undefined }): ReactNode {
  const asked = useSearchParams().get('dialog') === 'uninstall';
  const router = useRouter();
  const scope = useScope();
  const { namespace = '', name = '' } = csv?.metadata ?? {};
  const href = asked && csv !== undefined ? urls.uninstall({ namespace, name }, scope) : undefined;
  useEffect(() => {
    if (href !== undefined) router.replace(href);
  }, [href, router]);
  return null;
}

function Outcome({
  view,
  csv,
}: {
  readonly view: ProgressView;
  readonly csv: ClusterServiceVersion | undefined;
}): ReactNode {
  const t = useTranslations('operators');
  if (view.outcome !== 'succeeded' || csv === undefined) return null;
  return <Runs csv={csv} details={t('nowCreate')} />;
}

/** What is to be said of an upgrade beside the version that runs. */
function upgradesOf(t: Translate<'operators'>): Readonly<Record<ProgressView['outcome'], string>> {
  return {
    waiting: t('upgradeIs.waiting'),
    running: t('upgradeIs.running'),
    failed: t('upgradeIs.failed'),
    succeeded: t('upgradeIs.succeeded'),
  };
}

function Runs({
  csv,
  details,
}: {
  readonly csv: ClusterServiceVersion;
  readonly details: string;
}): ReactNode {
  const t = useTranslations('operators');
  const { displayName, version = '' } = csv.spec;
  return <Notice tone="good" title={t('runs', { name: displayName, version })} details={details} />;
}
