'use client';
import { PackagePlus } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TONE_TEXT, ToneIcon, type Tone } from '#components/ui/tones.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { neededViews, type NeedView, type OperatorThere } from '#lib/kudo/views/needed-view.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/api/types.ts';
import { installedPackages } from '#lib/olm/views/installed-state.ts';
import { urls } from '#lib/urls.ts';

const LINK = 'text-accent underline underline-offset-2';

interface NeededOperatorsProps {
  /** Of all operators that are installed together. */
  readonly versions: readonly KudoOperatorVersion[];
}

/** The operators of OLM's format that they need: whether each is there, and where it can be installed from. Nothing where there are none. */
export function NeededOperators({ versions }: NeededOperatorsProps): ReactNode {
  const hasNeeds = useMemo(() => neededViews(versions, NOTHING).length > 0, [versions]);
  return hasNeeds ? <Needs versions={versions} /> : null;
}

const NOTHING = { there: [], complete: true, tiles: [] } as const;

function Needs({ versions }: NeededOperatorsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { there, state } = useOperatorsThere();
  const tiles = useTiles();
  const views = useMemo(
    () => neededViews(versions, { there, complete: state === 'complete', tiles: tiles.data ?? [] }),
    [versions, there, state, tiles.data],
  );
  const isPending = state === 'loading' || tiles.state === 'loading';
  return (
    <Card title={t('needs')} description={t('needsWhat')}>
      <ul className="flex min-w-0 flex-col gap-3">
        {views.map((view) => (
          <li key={`${view.need.package}@${view.need.channel ?? ''}`} className="min-w-0">
            <Need view={view} pending={isPending} offered={tiles.data !== undefined} />
          </li>
        ))}
      </ul>
      {tiles.error === undefined ? null : (
        <p className="mt-3 text-sm break-words text-warn">
          {t('needsNoCatalog', { why: tiles.error.message })}
        </p>
      )}
    </Card>
  );
}

/** What Subscriptions bring, as far as the user may see; `complete` where that is all of the cluster. */
function useOperatorsThere(): {
  there: readonly OperatorThere[];
  state: 'loading' | 'complete' | 'partial';
} {
  const subscriptions = useScopedWatch<Subscription>({ resource: resources.subscriptions });
  const csvs = useScopedWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions });
  const there = useMemo(
    () => [...installedPackages(subscriptions.items, csvs.items).values()].flat().map(thereOf),
    [subscriptions.items, csvs.items],
  );
  const isServed = !(subscriptions.state === 'error' && subscriptions.error.kind === 'notFound');
  const isWhole = subscriptions.state === 'ready' && subscriptions.within === undefined;
  const isLoading = subscriptions.state === 'loading' || csvs.state === 'loading';
  return { there, state: isLoading ? 'loading' : isWhole || !isServed ? 'complete' : 'partial' };
}

function thereOf({
  state,
  subscription: { metadata, spec },
}: {
  readonly state: OperatorThere['state'];
  readonly subscription: Subscription;
}): OperatorThere {
  const { namespace = '', name } = metadata;
  return { package: spec.name, namespace, name, channel: spec.channel, state };
}

const TONES = { installed: 'good', installing: 'busy', missing: 'warn', unknown: 'neutral' } as const;

interface NeedProps {
  readonly view: NeedView<CatalogTile>;
  /** Nobody knows yet what is there. */
  readonly pending: boolean;
  /** The catalogs have told what they have. */
  readonly offered: boolean;
}

function Need({ view, pending, offered }: NeedProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { need, state } = view;
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-medium break-words">{need.package}</span>
        {need.channel === undefined ? null : (
          <span className="text-sm break-all text-muted">{t('needChannel', { channel: need.channel })}</span>
        )}
      </p>
      {pending ? (
        // As high as what mostly comes: nothing below moves.
        <>
          <Skeleton className="mt-1 h-4 w-40" />
          <Skeleton className="mt-1.5 h-4 w-60 max-w-full" />
        </>
      ) : (
        <>
          <Present view={view} tone={TONES[state]} />
          {state === 'installed' || state === 'installing' || !offered ? null : <Offers view={view} />}
        </>
      )}
    </>
  );
}

function Present({
  view: { state, at, need },
  tone,
}: {
  readonly view: NeedView<CatalogTile>;
  readonly tone: Tone;
}): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const isOther = at !== undefined && need.channel !== undefined && at.channel !== need.channel;
  return (
    <p className="mt-0.5 flex min-w-0 items-start gap-1.5 text-sm text-muted">
      <span className={TONE_TEXT[tone]}>
        <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
      </span>
      <span className="min-w-0 break-words">
        {at === undefined
          ? t(state === 'unknown' ? 'needUnknown' : 'needMissing')
          : t.rich(state === 'installed' ? 'needInstalled' : 'needInstalling', {
              namespace: at.namespace,
              link: (words) => (
                <Link href={urls.subscription(at, scope)} className={LINK}>
                  {words}
                </Link>
              ),
            })}
        {isOther ? ` ${t('needOtherChannel', { channel: at.channel ?? '–' })}` : null}
      </span>
    </p>
  );
}

/** Where it can be had; nobody installs it but who follows the link and confirms. */
function Offers({
  view: { need, offers, lacksChannel },
}: {
  readonly view: NeedView<CatalogTile>;
}): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  if (offers.length === 0)
    return (
      <p className="mt-0.5 text-sm break-words text-muted">
        {t.rich('needNowhere', {
          link: (words) => (
            <Link href={urls.newCatalogSource(scope)} className={LINK}>
              {words}
            </Link>
          ),
        })}
      </p>
    );
  const channel = lacksChannel ? undefined : need.channel;
  return (
    <>
      {lacksChannel ? (
        <p className="mt-0.5 text-sm break-words text-warn">
          {t('needNoChannel', { channel: need.channel ?? '' })}
        </p>
      ) : null}
      <ul className="mt-0.5 flex min-w-0 flex-col gap-0.5 text-sm">
        {offers.map((tile) => (
          <li key={`${tile.catalogNamespace}/${tile.catalog}`} className="flex min-w-0 items-start gap-1.5">
            <PackagePlus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <Link href={urls.install(tile, scope, { channel })} className={`min-w-0 break-words ${LINK}`}>
              {t('needInstall', {
                name: tile.displayName,
                catalog: tile.catalogDisplayName ?? tile.catalog,
              })}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
