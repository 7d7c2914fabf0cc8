'use client';
import { Boxes, CircleArrowUp, Group, LayoutGrid, Library, ListChecks, type LucideIcon } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { isCopied, ownedApis, waitsForApproval, type OwnedApi } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion, InstallPlan } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

const ITEM =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 transition-colors hover:bg-hover focus-visible:-outline-offset-2';
const HERE = 'bg-hover font-medium text-text';

/** Where one can go; all links keep the chosen namespace. */
export function Navigation({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const t = useTranslations('shell');
  const scope = useScope();
  const pathname = usePathname();
  const waiting = useWaitingPlans();
  return (
    // Any followed link closes the drawer on phones; the links themselves stay the interactive elements.
    <nav
      aria-label={t('main')}
      className="flex min-h-0 grow flex-col gap-5 overflow-y-auto p-2"
      onClickCapture={onNavigate}
    >
      <ul className="flex flex-col gap-0.5">
        <NavItem
          href={urls.catalog(scope)}
          icon={LayoutGrid}
          label={t('catalog')}
          here={/^\/catalog(\/|$)/.test(pathname)}
        />
        <NavItem
          href={urls.operators(scope)}
          icon={Boxes}
          label={t('operators')}
          here={/^\/(operators|declarative|authoring)(\/|$)/.test(pathname)}
        />
        <NavItem
          href={urls.upgrades(scope)}
          icon={CircleArrowUp}
          label={t('upgrades')}
          here={pathname.startsWith('/upgrades')}
        />
        <NavItem
          href={urls.plans(scope)}
          icon={ListChecks}
          label={t('plans')}
          here={pathname.startsWith('/plans')}
          badge={waiting}
        />
        <NavItem
          href={urls.operatorGroups(scope)}
          icon={Group}
          label={t('groups')}
          here={pathname.startsWith('/operatorgroups')}
        />
        <NavItem
          href={urls.catalogSources(scope)}
          icon={Library}
          label={t('sources')}
          here={pathname.startsWith('/catalogs')}
        />
      </ul>
      <Instances />
    </nav>
  );
}

function useWaitingPlans(): number {
  const { namespace } = useScope();
  const plans = useScopedWatch<InstallPlan>({ resource: resources.installPlans, namespace });
  return plans.items.filter(waitsForApproval).length;
}

interface NavItemProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly here: boolean;
  readonly badge?: number;
}

function NavItem({ href, icon: Icon, label, here, badge = 0 }: NavItemProps): ReactNode {
  const t = useTranslations('shell');
  return (
    <li>
      <Link
        href={href}
        aria-current={here ? 'page' : undefined}
        className={cx(ITEM, here ? HERE : 'text-muted hover:text-text')}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 grow truncate">{label}</span>
        {badge > 0 ? (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-warn-soft px-1.5 text-xs font-medium text-warn">
            <span aria-hidden>{badge}</span>
            <span className="sr-only">{t('waiting', { count: badge })}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}

/** The APIs of what is installed: each leads to its instances. */
function Instances(): ReactNode {
  const t = useTranslations('shell');
  const scope = useScope();
  const pathname = usePathname();
  const csvs = useScopedWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace: scope.namespace,
  });
  const apis = apisOf(csvs.items);
  return (
    <section aria-labelledby="nav-instances" className="min-w-0">
      <h2 id="nav-instances" className="px-2.5 pb-1 text-xs font-medium text-faint">
        {t('instances')}
      </h2>
      {csvs.state === 'loading' ? <NavSkeleton /> : null}
      {csvs.state !== 'loading' && apis.length === 0 ? (
        <p className="px-2.5 py-1 text-sm text-faint">{t('noKinds')}</p>
      ) : null}
      <ul className="flex flex-col gap-0.5">
        {apis.map((api) => {
          const here = pathname.startsWith(urls.instances(api));
          return (
            <li key={`${api.plural}.${api.group}/${api.version}`}>
              <Link
                href={urls.instances(api, scope)}
                aria-current={here ? 'page' : undefined}
                title={`${api.kind} · ${api.group}/${api.version}`}
                className={cx(ITEM, here ? HERE : 'text-muted hover:text-text')}
              >
                <span className="truncate">{api.kind}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function NavSkeleton(): ReactNode {
  const t = useTranslations('shell');
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-3 px-2.5 py-2">
      <Skeleton className="h-3 w-2/3" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}

/** Without repetition (two versions of an operator during an upgrade), by kind. */
function apisOf(csvs: readonly ClusterServiceVersion[]): OwnedApi[] {
  const found = new Map<string, OwnedApi>();
  for (const csv of csvs) {
    // Copies stand for an operator that runs elsewhere and serves this namespace too.
    for (const api of ownedApis(csv)) {
      const key = `${api.plural}.${api.group}`;
      if (!found.has(key) || !isCopied(csv)) found.set(key, api);
    }
  }
  return [...found.values()].sort((left, right) => left.kind.localeCompare(right.kind));
}
