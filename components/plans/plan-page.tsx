'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { ConditionTable } from '#components/olm/condition-table.tsx';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { AbsentObject, ObjectPage } from '#components/frame/object-page.tsx';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Card, FactList } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { waitsForApproval } from '#lib/olm/views/operator-view.ts';
import type { InstallPlan, InstallPlanStep } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { NotNow } from './not-now.tsx';
import { planState } from './plan-state.ts';
import { Review } from './review.tsx';

interface PlanPageProps {
  readonly namespace: string;
  readonly name: string;
}

/** One plan: what it brings, step by step, and the button that lets it. */
export function PlanPage({ namespace, name }: PlanPageProps): ReactNode {
  const t = useTranslations('plans');
  const scope = useScope();
  const plan = useWatchOne<InstallPlan>(resources.installPlans, { namespace, name });
  return (
    <ObjectPage
      result={plan}
      resource={resources.installPlans}
      namespace={namespace}
      skeleton={<PageSkeleton title={name} main="table" />}
      absent={
        <AbsentObject
          title={t('noPlan', { name, namespace })}
          list={{ label: t('plans'), href: urls.plans(scope) }}
        >
          {t('gone')}
        </AbsentObject>
      }
    >
      {(item) => <Plan plan={item} />}
    </ObjectPage>
  );
}

function Plan({ plan }: { readonly plan: InstallPlan }): ReactNode {
  const t = useTranslations('plans');
  const scope = useScope();
  const { name, namespace = '' } = plan.metadata;
  const { tone, label } = planState(plan, t);
  const steps = plan.status?.plan ?? [];
  const waits = waitsForApproval(plan);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('plans'), href: urls.plans(scope) }, { label: name }]}
        title={name}
        status={<StatusBadge tone={tone}>{label}</StatusBadge>}
        description={t('inNamespace', { namespace })}
        {...(waits
          ? {
              actions: (
                <>
                  <NotNow plan={plan} />
                  <ApproveButton plan={plan} />
                </>
              ),
            }
          : {})}
      />
      {waits ? (
        <Notice tone="warn" title={t('waits')} details={t('approvingDoes', { count: steps.length })} />
      ) : null}
      <WhyNotice ask={!waits} kind="InstallPlan" subject={{ namespace, name }}>
        <Message plan={plan} />
      </WhyNotice>
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {waits || plan.status?.phase === 'Failed' ? <Review plan={plan} /> : <Steps steps={steps} />}
          <ConditionTable conditions={plan.status?.conditions ?? []} />
          <ObjectYaml label={`InstallPlan ${name}`} objects={[plan]} />
        </div>
        <Facts plan={plan} />
      </div>
    </>
  );
}

/** Of a plan that is at work or done: how far each step is. */
function Steps({ steps }: { readonly steps: readonly InstallPlanStep[] }): ReactNode {
  const t = useTranslations('plans');
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">{t('steps')}</h2>
      {steps.length === 0 ? <p className="text-muted">{t('noSteps')}</p> : <PlanSteps steps={steps} />}
    </section>
  );
}

function Message({ plan }: { readonly plan: InstallPlan }): ReactNode {
  const t = useTranslations('plans');
  if (plan.status === undefined) return <Notice tone="info" title={t('left')} details={t('leftWhy')} />;
  const { phase, message } = plan.status;
  if (message === undefined || message === '') return null;
  return (
    <Notice
      tone={phase === 'Failed' ? 'bad' : 'info'}
      title={phase === 'Failed' ? t('failed') : t('says')}
      details={message}
    />
  );
}

function Facts({ plan }: { readonly plan: InstallPlan }): ReactNode {
  const t = useTranslations('plans');
  const scope = useScope();
  const { namespace = '' } = plan.metadata;
  const owners = (plan.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'Subscription');
  return (
    <Card title={t('about')}>
      <FactList
        facts={[
          {
            label: t('brings'),
            value: plan.spec.clusterServiceVersionNames.map((name) => (
              <MiddleTruncate key={name} text={name} />
            )),
          },
          { label: t('approval'), value: plan.spec.approval },
          {
            label: t('for'),
            value:
              owners.length === 0
                ? '–'
                : owners.map(({ name }) => (
                    <Link
                      key={name}
                      href={urls.subscription({ namespace, name }, scope)}
                      className="block text-accent hover:underline"
                    >
                      {name}
                    </Link>
                  )),
          },
          { label: t('catalogs'), value: plan.status?.catalogSources.join(', ') ?? '–' },
          { label: t('created'), value: <RelativeTime at={plan.metadata.creationTimestamp} /> },
        ]}
      />
    </Card>
  );
}
