'use client';
import { Check, CircleHelp, PackageSearch, X } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { Card } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { needKey, needsOf, bundleRequirements } from '#lib/olm/content/dependencies.ts';
import type { Need, Provider, ProviderAnswer, BundleRequirement } from '#lib/olm/content/dependencies.ts';
import { installedPackageVersions, isServed } from '#lib/olm/views/met-needs.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { useServedKinds } from './use-served-kinds.ts';
import type { PackagePage } from './use-package.ts';

/** What it needs from other operators, what of it is there, and who would serve the rest. */
export function DependenciesTab({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { bundle } = page.choice;
  const requirements = useMemo(() => bundleRequirements(bundle), [bundle]);
  if (requirements.length === 0)
    return <EmptyState title={t('needsNothing')}>{t('needsNothingWhy')}</EmptyState>;
  return (
    <Card title={t('needs')} description={t('needsHelp')}>
      <Requirements requirements={requirements} page={page} />
    </Card>
  );
}

interface Answers {
  readonly page: PackagePage;
  /** By key; undefined while nobody knows. */
  readonly met: (need: Need) => boolean | undefined;
  readonly providers: ProviderAnswer | undefined;
}

function Requirements({
  requirements,
  page,
}: {
  readonly requirements: readonly BundleRequirement[];
  readonly page: PackagePage;
}): ReactNode {
  const t = useTranslations('packages');
  const needs = useMemo(() => needsOf(requirements), [requirements]);
  const providers = useApi<ProviderAnswer>(
    needs.length === 0 ? undefined : urls.api.providers(needs.map(needKey)),
  );
  const met = useMet(needs);
  const answers: Answers = { page, met, providers: needs.length === 0 ? {} : providers.data };
  return (
    <div className="flex flex-col gap-4">
      {providers.error === undefined ? null : (
        <Notice tone="warn" title={t('providersUnknown')} details={providers.error.message} />
      )}
      <ul className="flex flex-col gap-4">
        {requirements.map((requirement, index) => (
          <RequirementItem key={index} requirement={requirement} answers={answers} />
        ))}
      </ul>
    </div>
  );
}

/** As far as the user may see: kinds that the cluster serves, and packages that are installed. */
function useMet(needs: readonly Need[]): Answers['met'] {
  const apis = needs.flatMap((need) => (need.kind === 'api' ? [need.api] : []));
  const served = useServedKinds(apis);
  const hasPackages = needs.some(({ kind }) => kind === 'package');
  const subscriptions = useScopedWatch<Subscription>(
    hasPackages ? { resource: resources.subscriptions } : undefined,
  );
  const csvs = useScopedWatch<ClusterServiceVersion>(
    hasPackages ? { resource: resources.clusterServiceVersions } : undefined,
  );
  const installed = installedPackageVersions(subscriptions.items, csvs.items);
  return (need) => {
    if (need.kind === 'api') return served(need.api);
    if (isServed(need, installed)) return true;
    return subscriptions.state === 'ready' && csvs.state === 'ready' ? false : undefined;
  };
}

interface ItemProps {
  readonly requirement: BundleRequirement;
  readonly answers: Answers;
}

function RequirementItem({ requirement, answers }: ItemProps): ReactNode {
  return (
    <li className="min-w-0">
      {requirement.message === undefined ? null : (
        <p className="text-sm break-words text-muted">{requirement.message}</p>
      )}
      <RequirementBody requirement={requirement} answers={answers} />
    </li>
  );
}

function RequirementBody({ requirement, answers }: ItemProps): ReactNode {
  const t = useTranslations('packages');
  switch (requirement.kind) {
    case 'api':
    case 'package':
      return <NeedView need={requirement} answers={answers} />;
    case 'cel':
    case 'unknown':
      return (
        <div className="flex flex-col gap-2">
          <p>{requirement.kind === 'cel' ? t('celRule') : t('unknownRule')}</p>
          <CodeBlock
            label={requirement.kind === 'cel' ? t('expression') : t('asWritten')}
            text={requirement.text}
          />
        </div>
      );
    case 'all':
    case 'any':
    case 'not':
      return (
        <>
          <p className="font-medium">{t(`group.${requirement.kind}`)}</p>
          <ul className="mt-2 ms-2 flex flex-col gap-3 border-s border-line ps-4">
            {requirement.of.map((inner, index) => (
              <RequirementItem key={index} requirement={inner} answers={answers} />
            ))}
          </ul>
        </>
      );
  }
}

function NeedView({ need, answers }: { readonly need: Need; readonly answers: Answers }): ReactNode {
  const met = answers.met(need);
  const providers = answers.providers?.[needKey(need)];
  return (
    <div className="min-w-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-medium break-words">{need.kind === 'api' ? need.api.kind : need.package}</span>
        <span className="font-mono text-xs break-all text-faint">
          {need.kind === 'api' ? `${need.api.group}/${need.api.version}` : need.range}
        </span>
      </p>
      <Met met={met} />
      {providers === undefined ? (
        <Skeleton className="mt-1 h-4 w-60" />
      ) : (
        <Providers providers={providers} needed={met !== true} page={answers.page} />
      )}
    </div>
  );
}

function Met({ met }: { readonly met: boolean | undefined }): ReactNode {
  const t = useTranslations('packages');
  const Icon = met === undefined ? CircleHelp : met ? Check : X;
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden className={met === true ? 'size-4 shrink-0 text-good' : 'size-4 shrink-0'} />
      {met === undefined ? t('maybeThere') : met ? t('isThere') : t('notThere')}
    </p>
  );
}

interface ProvidersProps {
  readonly providers: readonly Provider[];
  readonly needed: boolean;
  readonly page: PackagePage;
}

function Providers({ providers, needed, page }: ProvidersProps): ReactNode {
  const t = useTranslations('packages');
  if (providers.length === 0) {
    if (!needed) return null;
    return <p className="mt-0.5 text-sm text-warn">{t('nobodyServes')}</p>;
  }
  return (
    <ul className="mt-1 flex flex-col gap-1 text-sm">
      {providers.map((provider) => (
        <li
          key={`${provider.catalogNamespace}/${provider.catalog}/${provider.package}`}
          className="flex min-w-0 items-start gap-1.5"
        >
          <PackageSearch aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 break-words">
            {t.rich('servedBy', {
              version: provider.version,
              channel: provider.channel,
              catalog: provider.catalogDisplayName ?? provider.catalog,
              link: () => (
                <Link
                  href={urls.package(provider, page.scope, {
                    channel: provider.channel,
                    version: provider.version,
                  })}
                  className="text-accent underline underline-offset-2"
                >
                  {provider.displayName}
                </Link>
              ),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
