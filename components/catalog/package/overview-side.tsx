'use client';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { Card, FactList, type Fact } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { ExternalLink } from '#components/ui/rich-text.tsx';
import { safeHref } from '#lib/markdown/safe-href.ts';
import type { CsvSummary, InstallModeType } from '#lib/olm/api/catalog.ts';
import { urls } from '#lib/urls.ts';
import type { PackagePage } from './use-package.ts';

const LINK = 'text-accent underline-offset-2 hover:underline';

/** What is known of a version beside its description. */
export function AboutCard({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { bundle } = page.choice;
  const { csv } = bundle;
  const facts: (Fact | undefined)[] = [
    { label: t('version'), value: bundle.version },
    { label: t('provider'), value: csv.provider ?? '–' },
    { label: t('catalog'), value: <CatalogFact page={page} /> },
    { label: t('package'), value: <span className="break-all">{bundle.package}</span> },
    textFact(t('maturity'), csv.maturity),
    csv.minKubeVersion === undefined
      ? undefined
      : { label: 'Kubernetes', value: t('orNewer', { version: csv.minKubeVersion }) },
    csv.createdAt === undefined
      ? undefined
      : { label: t('released'), value: <RelativeTime at={csv.createdAt} /> },
    monoFact(t('image'), csv.containerImage),
    monoFact(t('bundleImage'), bundle.image),
    monoFact(t('digest'), bundle.digest),
    linkFact(t('repository'), csv.repository),
    textFact(t('categories'), csv.categories.join(', ')),
    textFact(t('features'), csv.infrastructureFeatures.join(', ')),
    textFact(t('keywords'), csv.keywords.join(', ')),
  ];
  return (
    <Card title={t('about')}>
      <FactList facts={facts.filter((fact) => fact !== undefined)} />
    </Card>
  );
}

function textFact(label: string, value: string | undefined): Fact | undefined {
  return value === undefined || value === '' ? undefined : { label, value };
}

function monoFact(label: string, value: string | undefined): Fact | undefined {
  if (value === undefined) return undefined;
  return { label, value: <span className="font-mono text-xs break-all">{value}</span> };
}

function linkFact(label: string, url: string | undefined): Fact | undefined {
  if (url === undefined) return undefined;
  const href = safeHref(url);
  return { label, value: href === undefined ? url : <ExternalLink href={href}>{url}</ExternalLink> };
}

/** Where it comes from, and how fresh that is. */
function CatalogFact({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { at, source, scope } = page;
  const ref = { namespace: at.catalogNamespace, name: at.catalog };
  const readAt = source?.readAt ?? 0;
  return (
    <>
      <Link href={urls.catalogSource(ref, scope)} className={LINK}>
        {source?.displayName ?? at.catalog}
      </Link>
      {readAt === 0 ? null : (
        <p className="text-sm text-muted">
          {t.rich('readAt', { when: () => <RelativeTime at={new Date(readAt).toISOString()} /> })}
        </p>
      )}
    </>
  );
}

const MODES: readonly InstallModeType[] = [
  'AllNamespaces',
  'OwnNamespace',
  'SingleNamespace',
  'MultiNamespace',
];

/** Which namespaces it can watch. */
export function InstallModesCard({ modes }: { readonly modes: CsvSummary['installModes'] }): ReactNode {
  const t = useTranslations('packages');
  const supported = new Set(modes.filter((mode) => mode.supported).map(({ type }) => type));
  return (
    <Card title={t('canWatch')} description={t('canWatchHelp')}>
      <ul className="flex flex-col gap-2">
        {MODES.map((mode) => (
          <li key={mode} className="flex items-start gap-2">
            {supported.has(mode) ? (
              <Check aria-label={t('supported')} className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <Minus aria-label={t('notSupported')} className="mt-0.5 size-4 shrink-0 text-faint" />
            )}
            <div className={supported.has(mode) ? '' : 'text-faint'}>
              <p>{t(`mode.${mode}`)}</p>
              {supported.has(mode) ? <p className="text-sm text-muted">{t(`modeHelp.${mode}`)}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function LinksCard({ csv }: { readonly csv: CsvSummary }): ReactNode {
  const t = useTranslations('packages');
  const links = csv.links.map(({ name, url }) => ({ name, href: safeHref(url) }));
  const people = csv.maintainers.map(({ name, email }) => ({
    name: name === '' ? email : name,
    href: safeHref(`mailto:${email}`),
  }));
  const shown = [...links, ...people].filter(({ name }) => name !== '');
  if (shown.length === 0) return null;
  return (
    <Card title={t('links')}>
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ name, href }, index) => (
          <li key={index} className="min-w-0 break-words">
            {href === undefined ? name : <ExternalLink href={href}>{name}</ExternalLink>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The same name elsewhere may be another thing, or another version of this one. */
export function SameNameCard({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { at, scope } = page;
  const tiles = useTiles();
  const others = (tiles.data ?? []).filter(
    (tile) =>
      tile.format === undefined &&
      tile.package === at.package &&
      (tile.catalog !== at.catalog || tile.catalogNamespace !== at.catalogNamespace),
  );
  if (others.length === 0) return null;
  return (
    <Card title={t('sameName')}>
      <ul className="flex flex-col gap-1.5">
        {others.map((tile) => (
          <li key={`${tile.catalogNamespace}/${tile.catalog}`} className="min-w-0 break-words">
            <Link href={urls.tile(tile, scope)} className={LINK}>
              {tile.catalogDisplayName ?? tile.catalog}
            </Link>{' '}
            <span className="text-sm text-muted">{tile.headVersion}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
