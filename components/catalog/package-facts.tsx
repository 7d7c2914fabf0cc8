import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card, FactList } from '#components/ui/card.tsx';
import type { Fact } from '#components/ui/card.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { ExternalLink } from '#components/ui/rich-text.tsx';
import type { CatalogBundle, CsvSummary, InstallModeType } from '#lib/olm/catalog.ts';
import { CAPABILITY_LEVELS } from '#lib/olm/csv-annotations.ts';
import { safeHref } from '#lib/markdown/safe-href.ts';
import type { Translate } from '#messages/types.ts';
import { usePhrase } from '#messages/phrases.ts';

function levelWordsOf(t: Translate<'catalog'>): Readonly<Record<string, string>> {
  return {
    'Basic Install': t('level.basic'),
    'Seamless Upgrades': t('level.upgrades'),
    'Full Lifecycle': t('level.lifecycle'),
    'Deep Insights': t('level.insights'),
    'Auto Pilot': t('level.autopilot'),
  };
}

function modeWordsOf(t: Translate<'catalog'>): Readonly<Record<InstallModeType, string>> {
  return {
    AllNamespaces: t('mode.AllNamespaces'),
    OwnNamespace: t('mode.OwnNamespace'),
    SingleNamespace: t('mode.SingleNamespace'),
    MultiNamespace: t('mode.MultiNamespace'),
  };
}

/** What is known of a package beside its description. */
export function PackageFacts({
  bundle,
  catalog,
}: {
  readonly bundle: CatalogBundle;
  readonly catalog: string;
}): ReactNode {
  const t = useTranslations('catalog');
  const { csv } = bundle;
  const facts: (Fact | undefined)[] = [
    { label: t('version'), value: bundle.version },
    { label: t('facet.provider'), value: csv.provider ?? '–' },
    { label: t('catalog'), value: catalog },
    { label: t('package'), value: <span className="break-all">{bundle.package}</span> },
    csv.maturity === undefined ? undefined : { label: t('maturity'), value: csv.maturity },
    csv.minKubeVersion === undefined
      ? undefined
      : { label: 'Kubernetes', value: t('orNewer', { version: csv.minKubeVersion }) },
    csv.createdAt === undefined
      ? undefined
      : { label: t('released'), value: <RelativeTime at={csv.createdAt} /> },
    csv.containerImage === undefined
      ? undefined
      : {
          label: t('image'),
          value: <span className="font-mono text-xs break-all">{csv.containerImage}</span>,
        },
    linkFact(t('repository'), csv.repository),
    csv.categories.length === 0 ? undefined : { label: t('categories'), value: csv.categories.join(', ') },
    csv.infrastructureFeatures.length === 0
      ? undefined
      : { label: t('features'), value: csv.infrastructureFeatures.join(', ') },
  ];
  return (
    <Card title={t('about')}>
      <FactList facts={facts.filter((fact) => fact !== undefined)} />
    </Card>
  );
}

function linkFact(label: string, url: string | undefined): Fact | undefined {
  if (url === undefined) return undefined;
  const href = safeHref(url);
  return { label, value: href === undefined ? url : <ExternalLink href={href}>{url}</ExternalLink> };
}

export function CapabilityCard({ level }: { readonly level: string }): ReactNode {
  const phrase = usePhrase();
  const t = useTranslations('catalog');
  const reached = CAPABILITY_LEVELS.findIndex((name) => name === level);
  return (
    <Card title={t('facet.capability')} description={t('levelStated')}>
      <ol className="flex flex-col gap-2">
        {CAPABILITY_LEVELS.map((name, index) => {
          const has = index <= reached;
          return (
            <li key={name} className="flex gap-2">
              {has ? (
                <Check aria-label={t('reached')} className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <Minus aria-label={t('notReached')} className="mt-0.5 size-4 shrink-0 text-faint" />
              )}
              <div className={has ? '' : 'text-faint'}>
                <p className={index === reached ? 'font-medium' : ''}>{phrase(name)}</p>
                {index === reached ? <p className="text-sm text-muted">{levelWordsOf(t)[name]}</p> : null}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** Which namespaces it can watch. */
export function InstallModesCard({ modes }: { readonly modes: CsvSummary['installModes'] }): ReactNode {
  const t = useTranslations('catalog');
  const supported = new Set(modes.filter((mode) => mode.supported).map(({ type }) => type));
  const all: readonly InstallModeType[] = [
    'AllNamespaces',
    'OwnNamespace',
    'SingleNamespace',
    'MultiNamespace',
  ];
  return (
    <Card title={t('facet.mode')} description={t('canWatchHelp')}>
      <ul className="flex flex-col gap-1.5">
        {all.map((mode) => (
          <li key={mode} className="flex items-center gap-2">
            {supported.has(mode) ? (
              <Check aria-label={t('supported')} className="size-4 shrink-0 text-good" />
            ) : (
              <Minus aria-label={t('notSupported')} className="size-4 shrink-0 text-faint" />
            )}
            <span className={supported.has(mode) ? '' : 'text-faint'}>{modeWordsOf(t)[mode]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function LinksCard({ csv }: { readonly csv: CsvSummary }): ReactNode {
  const t = useTranslations('catalog');
  const links = csv.links.map(({ name, url }) => ({ name, href: safeHref(url) }));
  const people = csv.maintainers.map(({ name, email }) => ({ name, href: safeHref(`mailto:${email}`) }));
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
