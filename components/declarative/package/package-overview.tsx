'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { Card, FactList, type Fact } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { ExternalLink, RichText } from '#components/ui/rich-text.tsx';
import { TONE_TEXT, ToneIcon } from '#components/ui/tones.tsx';
import { OPERATOR_LABEL } from '#lib/kudo/api/labels.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { kubernetesFit } from '#lib/kudo/views/kubernetes-fit.ts';
import { parseMarkdown } from '#lib/markdown/parse.ts';
import { urls } from '#lib/urls.ts';
import { useFamily } from '../install/use-family.ts';
import { NeededOperators } from '../needed-operators.tsx';
import { PlanPicture } from '../plan-picture.tsx';
import { PackageFamily } from './package-family.tsx';
import type { OperatorPackage } from './use-operator-package.ts';

interface OverviewProps {
  readonly of: OperatorPackage;
  readonly view: PackageView;
  readonly files: PackageFiles;
  /** How many things were found wrong with it. */
  readonly findings: number;
}

const LINK = 'text-accent underline-offset-2 hover:underline';

/** What it does: its plans as pictures, its own words, and what there is of it already. */
export function PackageOverview(props: OverviewProps): ReactNode {
  const { view } = props;
  const blocks = useMemo(
    () => (view.readme === undefined ? undefined : parseMarkdown(view.readme)),
    [view.readme],
  );
  const t = useTranslations('operator-packages');
  const { description } = view.about;
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        {description === undefined || description === '' ? null : (
          <p className="break-words whitespace-pre-line">{description}</p>
        )}
        <Plans {...props} />
        {blocks === undefined ? null : (
          <Card title={t('readme')}>
            <RichText blocks={blocks} />
          </Card>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <About {...props} />
        <Needed {...props} />
        <PackageFamily {...props} />
        <Instances {...props} />
      </div>
    </div>
  );
}

function Plans({ of, view }: OverviewProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const parameters = useSearchParams();
  const shown = view.plans.find(({ name }) => name === parameters.get('plan')) ?? view.plans[0];
  if (shown === undefined) return null;
  const version = parameters.get('version') ?? undefined;
  return (
    <Card title={t('plans')} description={t('plansWhat')}>
      <div className="flex min-w-0 flex-col gap-4">
        <nav aria-label={t('plans')} className="flex flex-wrap gap-1.5">
          {view.plans.map(({ name, total }) => (
            <Link
              key={name}
              href={urls.operatorPackage(of.at, scope, { version, plan: name })}
              replace
              scroll={false}
              aria-current={name === shown.name ? 'true' : undefined}
              className={cx(
                'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm hover:bg-hover',
                name === shown.name ? 'border-text font-medium' : 'border-line-strong text-muted',
              )}
            >
              {name}
              <span className="text-xs text-faint">{t('steps', { count: total })}</span>
            </Link>
          ))}
        </nav>
        <PlanPicture plan={shown} still />
      </div>
    </Card>
  );
}

function About({ of, view, findings }: OverviewProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { data: session } = useSession();
  const { kubernetesVersion, maintainers = [], url } = view.about;
  const { version, operator } = { version: of.version, operator: view.operator };
  const facts: Fact[] = [
    { label: t('operatorVersion'), value: version.operatorVersion },
    ...(version.appVersion === undefined ? [] : [{ label: t('appVersion'), value: version.appVersion }]),
    ...(kubernetesVersion === undefined
      ? []
      : [
          {
            label: t('kubernetes'),
            value: <NeededKubernetes wanted={kubernetesVersion} has={session?.cluster.version} />,
          },
        ]),
    { label: t('repository'), value: of.at.catalog },
    {
      label: t('verified'),
      value: t(findings === 0 ? 'verifiedClean' : 'verifiedFound', { count: findings }),
    },
    ...maintainers.map(({ name = '', email = '' }) => ({
      label: t('maintainer'),
      value: [name, email].filter((text) => text !== '').join(' · '),
    })),
    ...(url === undefined || url === ''
      ? []
      : [{ label: t('website'), value: <ExternalLink href={url}>{url}</ExternalLink> }]),
  ];
  return (
    <Card title={t('about', { name: operator.metadata.name })}>
      <FactList facts={facts} />
    </Card>
  );
}

/** By it and by those that it installs, once these are known. */
function Needed({ of, view, files }: OverviewProps): ReactNode {
  const family = useFamily(of.at, versionKey(of.version), files);
  const versions = useMemo(
    () => (family.state === 'ready' ? family.members.map(({ version }) => version) : [view.version]),
    [family, view.version],
  );
  return <NeededOperators versions={versions} />;
}

interface NeededKubernetesProps {
  readonly wanted: string;
  readonly has: string | undefined;
}

/** The oldest version that it takes, held against the cluster's. */
function NeededKubernetes({ wanted, has }: NeededKubernetesProps): ReactNode {
  const t = useTranslations('operator-packages');
  const fit = kubernetesFit(wanted, has);
  const tone = ({ fits: 'good', tooOld: 'bad', unknown: 'neutral' } as const)[fit];
  return (
    <span className="flex items-start gap-1.5">
      <span className={TONE_TEXT[tone]}>
        <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
      </span>
      <span className="min-w-0">{t(`kubernetesFit.${fit}`, { wanted, has: has ?? '' })}</span>
    </span>
  );
}

function Instances({ view }: OverviewProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const { items } = useScopedWatch({ resource: kudoResources.instances, namespace: scope.namespace });
  const own = items.filter(
    ({ metadata }) => metadata.labels?.[OPERATOR_LABEL] === view.operator.metadata.name,
  );
  if (own.length === 0) return null;
  return (
    <Card title={t('instances')}>
      <ul className="flex flex-col gap-1.5">
        {own.map(({ metadata: { namespace = '', name } }) => (
          <li
            key={`${namespace}/${name}`}
            className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words"
          >
            <Link href={urls.declarativeInstance({ namespace, name }, scope)} className={LINK}>
              {name}
            </Link>
            <span className="text-sm text-muted">{namespace}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
