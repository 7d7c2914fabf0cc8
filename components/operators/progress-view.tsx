'use client';
import { Check, CircleDashed, CircleAlert, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch, useWatchOne } from '#components/data/use-watch.ts';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { Loaded } from '#components/olm/loaded.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { ownedApis, waitsForApproval } from '#lib/olm/operator-view.ts';
import { progressView } from '#lib/olm/progress-view.ts';
import type { ProgressState, ProgressStep, ProgressView } from '#lib/olm/progress-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/types.ts';
import { urls } from '#lib/urls.ts';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { iconRef } from './use-operators.ts';

interface ProgressPageProps {
  readonly namespace: string;
  readonly name: string;
}

/** How an installation is going, live, until the operator runs or says why not. */
export function ProgressPage({ namespace, name }: ProgressPageProps): ReactNode {
  const scope = useScope();
  const subscription = useWatchOne<Subscription>(resources.subscriptions, { namespace, name });
  return (
    <Loaded
      result={subscription}
      resource={resources.subscriptions}
      namespace={namespace}
      verb="get"
      absent={
        <EmptyState
          title={`There is no Subscription ${name} in ${namespace}`}
          action={
            <LinkButton variant="primary" href={urls.operators(scope)}>
              Installed operators
            </LinkButton>
          }
        >
          It may have been uninstalled.
        </EmptyState>
      }
    >
      {subscription.item === undefined ? null : <Progress subscription={subscription.item} />}
    </Loaded>
  );
}

const OUTCOMES: Readonly<Record<ProgressView['outcome'], { tone: Tone; label: string }>> = {
  running: { tone: 'busy', label: 'Installing' },
  waiting: { tone: 'warn', label: 'Waiting' },
  succeeded: { tone: 'good', label: 'Installed' },
  failed: { tone: 'bad', label: 'Failed' },
};

function Progress({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { namespace = '' } = subscription.metadata;
  const scope = useScope();
  const plans = useWatch<InstallPlan>({ resource: resources.installPlans, namespace });
  const csvs = useWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions, namespace });
  const view = progressView({ subscription, plans: plans.items, csvs: csvs.items });
  const csv = csvs.items.find(({ metadata }) => metadata.name === view.csv);
  const outcome = OUTCOMES[view.outcome];
  const icon = iconRef(subscription);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: 'Installed operators', href: urls.operators(scope) },
          { label: subscription.metadata.name ?? '' },
        ]}
        icon={<OperatorIcon src={icon === undefined ? undefined : urls.icon(icon)} />}
        title={(csv ?? view.running)?.spec.displayName ?? subscription.spec.name}
        status={<StatusBadge tone={outcome.tone}>{outcome.label}</StatusBadge>}
        description={`${view.running === undefined ? 'Installation' : 'Upgrade'} in namespace ${namespace}`}
        actions={
          <NextActions
            csv={view.running ?? csv}
            succeeded={view.running !== undefined || view.outcome === 'succeeded'}
          />
        }
      />
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {view.running === undefined ? null : <Runs csv={view.running} details={UPGRADES[view.outcome]} />}
          <Card title={view.running === undefined ? 'Progress' : 'Upgrade'}>
            <ol aria-live="polite">
              {view.steps.map((step, index) => (
                <Step key={step.id} step={step} last={index === view.steps.length - 1} plan={view.plan} />
              ))}
            </ol>
          </Card>
          <Outcome view={view} csv={csv} />
          {view.plan !== undefined && waitsForApproval(view.plan) ? (
            <section className="flex min-w-0 flex-col gap-2">
              <h2 className="font-semibold">What the plan would create</h2>
              <PlanSteps steps={view.plan.status?.plan ?? []} />
            </section>
          ) : null}
        </div>
        <SubscriptionFacts subscription={subscription} plan={view.plan} />
      </div>
    </>
  );
}

interface NextActionsProps {
  readonly csv: ClusterServiceVersion | undefined;
  readonly succeeded: boolean;
}

function NextActions({ csv, succeeded }: NextActionsProps): ReactNode {
  const scope = useScope();
  if (csv === undefined) return null;
  const { namespace = '', name = '' } = csv.metadata;
  const [api] = ownedApis(csv);
  return (
    <>
      <LinkButton
        variant={succeeded ? 'primary' : 'secondary'}
        href={urls.operator({ namespace, name }, scope)}
      >
        View operator
      </LinkButton>
      {succeeded && api !== undefined ? (
        <LinkButton href={urls.newInstance(api, { namespace: scope.namespace ?? namespace })}>
          Create {api.kind}
        </LinkButton>
      ) : null}
    </>
  );
}

function Outcome({
  view,
  csv,
}: {
  readonly view: ProgressView;
  readonly csv: ClusterServiceVersion | undefined;
}): ReactNode {
  const failed = view.steps.find(({ state }) => state === 'failed');
  if (failed !== undefined) {
    return (
      <Notice
        tone="bad"
        title={failed.detail ?? 'It could not be installed.'}
        {...(failed.next === undefined ? {} : { details: failed.next })}
      />
    );
  }
  if (view.outcome !== 'succeeded' || csv === undefined) return null;
  return <Runs csv={csv} details="You can now create instances of the kinds it provides." />;
}

/** What is to be said of an upgrade beside the version that runs. */
const UPGRADES: Readonly<Record<ProgressView['outcome'], string>> = {
  waiting: 'An upgrade is ready and waits below.',
  running: 'An upgrade is under way.',
  failed: 'An upgrade was tried and failed.',
  succeeded: 'An upgrade has taken over.',
};

function Runs({
  csv,
  details,
}: {
  readonly csv: ClusterServiceVersion;
  readonly details: string;
}): ReactNode {
  const { displayName, version = '' } = csv.spec;
  return <Notice tone="good" title={`${displayName} ${version} runs`} details={details} />;
}

const MARKS: Readonly<Record<ProgressState, { icon: ReactNode; frame: string; word: string }>> = {
  done: {
    icon: <Check aria-hidden className="size-3.5" />,
    frame: 'border-transparent bg-good-soft text-good',
    word: 'Done',
  },
  active: {
    icon: <Spinner className="size-3.5" />,
    frame: 'border-transparent bg-accent-soft text-accent',
    word: 'Under way',
  },
  waiting: {
    icon: <Hourglass aria-hidden className="size-3.5" />,
    frame: 'border-transparent bg-warn-soft text-warn',
    word: 'Waiting',
  },
  failed: {
    icon: <CircleAlert aria-hidden className="size-3.5" />,
    frame: 'border-transparent bg-bad-soft text-bad',
    word: 'Failed',
  },
  pending: {
    icon: <CircleDashed aria-hidden className="size-3.5" />,
    frame: 'border-line text-faint',
    word: 'To come',
  },
};

interface StepProps {
  readonly step: ProgressStep;
  readonly last: boolean;
  readonly plan: InstallPlan | undefined;
}

function Step({ step, last, plan }: StepProps): ReactNode {
  const mark = MARKS[step.state];
  const approve = step.id === 'plan' && step.state === 'waiting' && plan !== undefined;
  return (
    <li className="flex gap-3">
      <div className="flex flex-col items-center">
        <span className={cx('grid size-6 shrink-0 place-items-center rounded-full border', mark.frame)}>
          {mark.icon}
        </span>
        {last ? null : <span aria-hidden className="my-1 w-px grow bg-line" />}
      </div>
      <div
        className={cx(
          'flex min-w-0 grow flex-wrap items-start justify-between gap-x-4 gap-y-2',
          !last && 'pb-5',
        )}
      >
        <div className="min-w-0">
          <p className={cx('leading-6 font-medium', step.state === 'pending' && 'text-faint')}>
            {step.title}
            <span className="sr-only">: {mark.word}</span>
          </p>
          {step.detail === undefined ? null : <p className="break-words text-muted">{step.detail}</p>}
          {step.next === undefined ? null : <p className="break-words">{step.next}</p>}
        </div>
        {approve ? <ApproveButton plan={plan} /> : null}
      </div>
    </li>
  );
}
