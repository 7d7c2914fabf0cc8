'use client';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { ResolutionNotice } from '#components/olm/explanation.tsx';
import { useStateWords } from '#components/olm/state-words.ts';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { useMayEach } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Card, FactList } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { ExternalLink, RichText } from '#components/ui/rich-text.tsx';
import { checkOf } from '#lib/access.ts';
import { refTo } from '#lib/k8s/object.ts';
import { parseMarkdown } from '#lib/markdown/parse.ts';
import { safeHref } from '#lib/markdown/safe-href.ts';
import { copiedFrom, REMOVAL_ANNOTATION } from '#lib/olm/api/labels.ts';
import { csvState, ownedApis, planOf, targetsOf, waitsForApproval } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { CopyNotice } from './copy-notice.tsx';
import { ConditionHistory, LeftOutNotice, MissingRequirements } from './csv-conditions.tsx';
import { Targets } from '#components/olm/targets.tsx';
import { RefusedPods } from './refused-pods.tsx';
import { Workloads } from './workloads.tsx';

/** What has a place of its own on the page. */
const TOLD = ['requirement', 'resolution'] as const;

interface OverviewProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
  readonly plans: readonly InstallPlan[];
}

/** How it is, what it provides, what runs for it. */
export function OperatorOverview({ csv, subscription, plans }: OverviewProps): ReactNode {
  const scope = useScope();
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <RemovalNotice csv={csv} />
        <CopyNotice
          csv={csv}
          hrefOf={({ namespace = '', name }) => urls.operator({ namespace, name }, scope)}
        />
        <WhyNotice
          ask={csvState(csv).tone !== 'good' && copiedFrom(csv) === undefined}
          kind="ClusterServiceVersion"
          subject={refTo(csv)}
          subscription={subscription === undefined ? undefined : refTo(subscription)}
          told={TOLD}
        >
          <StateNotice csv={csv} />
          <RefusedPods csv={csv} />
        </WhyNotice>
        {subscription === undefined ? null : <ResolutionNotice subscription={subscription} />}
        <UpgradeNotice subscription={subscription} plans={plans} />
        <LeftOutNotice csv={csv} />
        <MissingRequirements csv={csv} />
        <ProvidedCards csv={csv} />
        <Workloads csv={csv} />
        {isAsked(csv) ? <Serving csv={csv} /> : null}
        <ConditionHistory csv={csv} />
        <Description csv={csv} />
      </div>
      <Facts csv={csv} subscription={subscription} />
    </div>
  );
}

/** What somebody has begun waits for whoever may go on with it. */
function RemovalNotice({ csv: { metadata } }: Pick<OverviewProps, 'csv'>): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '', name, annotations = {} } = metadata;
  if (annotations[REMOVAL_ANNOTATION] === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={t('removalBegun')}
      details={t('removalBegunWhat')}
      action={
        <LinkButton size="sm" href={urls.uninstall({ namespace, name }, scope)}>
          {t('removalReview')}
        </LinkButton>
      }
    />
  );
}

/** Most operators are asked nothing. */
function isAsked({ spec }: ClusterServiceVersion): boolean {
  return (spec.webhookdefinitions ?? []).length + (spec.apiservicedefinitions?.owned ?? []).length > 0;
}

const Serving = dynamic(async () => (await import('./serving.tsx')).Serving, { ssr: false });

function StateNotice({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const words = useStateWords();
  const state = csvState(csv);
  if (state.tone === 'good' || state.tone === 'busy' || state.detail === undefined) return null;
  const { reason = '' } = csv.status ?? {};
  const next = words.next({ code: 'reason', values: { reason } });
  return (
    <Notice
      tone={state.tone === 'bad' ? 'bad' : 'warn'}
      title={words.detail(state.detail)}
      {...(next === undefined ? {} : { details: next })}
    />
  );
}

function UpgradeNotice({ subscription, plans }: Omit<OverviewProps, 'csv'>): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const plan = subscription === undefined ? undefined : planOf(subscription, plans);
  if (plan === undefined || !waitsForApproval(plan)) return null;
  const { namespace = '', name } = plan.metadata;
  return (
    <Notice
      tone="info"
      title={t('upgradeAvailable', { versions: plan.spec.clusterServiceVersionNames.join(', ') })}
      details={
        <Link
          href={urls.plan({ namespace, name }, scope)}
          className="text-accent underline underline-offset-2"
        >
          {t('lookAtPlan')}
        </Link>
      }
      action={<ApproveButton plan={plan} size="sm" variant="secondary" />}
    />
  );
}

function ProvidedCards({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const apis = ownedApis(csv);
  const runs = csv.status?.phase === 'Succeeded';
  const here = { namespace: scope.namespace ?? csv.metadata.namespace };
  const listed = targetsOf(csv) === 'all' ? scope : here;
  const denials = useMayEach(apis.map((api) => checkOf('create', { ...api, namespaced: true }, here)));
  if (apis.length === 0) return null;
  return (
    <section aria-labelledby="provides" className="flex flex-col gap-2">
      <h2 id="provides" className="font-semibold">
        {t('provides')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3">
        {apis.map((api, index) => (
          <li
            key={`${api.plural}.${api.group}/${api.version}`}
            className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4"
          >
            <div className="min-w-0">
              <h3 className="font-medium break-words">
                <Link href={urls.instances(api, listed)} className="hover:underline">
                  {api.kind}
                </Link>
              </h3>
              <p className="truncate font-mono text-xs text-faint" title={`${api.group}/${api.version}`}>
                {api.group}/{api.version}
              </p>
            </div>
            <div className="grow">
              <p className="line-clamp-3 text-sm break-words text-muted">
                {api.description ?? api.displayName}
              </p>
            </div>
            <div>
              <LinkButton
                size="sm"
                href={urls.newInstance(api, here)}
                icon={<Plus aria-hidden className="size-3.5" />}
                {...(runs ? denials[index] : { disabledReason: t('notRunning') })}
                aria-label={t('createInstanceOf', { kind: api.kind })}
              >
                {t('createInstance')}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Description({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const { description = '' } = csv.spec;
  const blocks = useMemo(() => parseMarkdown(description), [description]);
  if (blocks.length === 0) return null;
  return (
    <Card title={t('description')}>
      <RichText blocks={blocks} />
    </Card>
  );
}

function Facts({ csv, subscription }: Omit<OverviewProps, 'plans'>): ReactNode {
  const t = useTranslations('operators');
  const updates =
    subscription === undefined
      ? t('noUpdates')
      : t(`approvals.${subscription.spec.installPlanApproval ?? 'Automatic'}`);
  const accounts = accountsOf(csv);
  return (
    <Card title={t('about')}>
      <FactList
        facts={[
          { label: t('version'), value: csv.spec.version ?? '–' },
          { label: t('provider'), value: <Provider provider={csv.spec.provider} /> },
          { label: t('runsIn'), value: csv.metadata.namespace },
          { label: t('watches'), value: <Targets targets={targetsOf(csv)} /> },
          { label: t('updates'), value: updates },
          { label: t('accounts'), value: accounts.length === 0 ? '–' : accounts.join(', ') },
          { label: t('installed'), value: <RelativeTime at={csv.metadata.creationTimestamp} /> },
          { label: t('lastChange'), value: <RelativeTime at={csv.status?.lastTransitionTime} /> },
        ]}
      />
    </Card>
  );
}

function Provider({ provider }: { readonly provider: ClusterServiceVersion['spec']['provider'] }): ReactNode {
  const href = provider?.url === undefined ? undefined : safeHref(provider.url);
  const name = provider?.name ?? href ?? '–';
  return href === undefined ? name : <ExternalLink href={href}>{name}</ExternalLink>;
}

/** ServiceAccounts that the operator works as. */
function accountsOf({ spec }: ClusterServiceVersion): string[] {
  const { clusterPermissions = [], permissions = [] } = spec.install.spec ?? {};
  return [
    ...new Set([...clusterPermissions, ...permissions].map(({ serviceAccountName }) => serviceAccountName)),
  ];
}
