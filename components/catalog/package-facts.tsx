import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, FactList } from '#components/ui/card.tsx';
import type { Fact } from '#components/ui/card.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { ExternalLink } from '#components/ui/rich-text.tsx';
import type { CatalogBundle, CsvSummary, InstallModeType } from '#lib/olm/catalog.ts';
import { CAPABILITY_LEVELS } from '#lib/olm/csv-annotations.ts';
import { safeHref } from '#lib/markdown/safe-href.ts';

const LEVEL_WORDS: Readonly<Record<string, string>> = {
  'Basic Install': 'It installs and configures its software.',
  'Seamless Upgrades': 'It also upgrades what it manages.',
  'Full Lifecycle': 'It also backs up, restores and recovers from failures.',
  'Deep Insights': 'It also brings metrics, alerts and analysis.',
  'Auto Pilot': 'It also scales, tunes and heals by itself.',
};

const MODE_WORDS: Readonly<Record<InstallModeType, string>> = {
  AllNamespaces: 'All namespaces',
  OwnNamespace: 'Its own namespace',
  SingleNamespace: 'One other namespace',
  MultiNamespace: 'Several namespaces',
};

/** What is known of a package beside its description. */
export function PackageFacts({
  bundle,
  catalog,
}: {
  readonly bundle: CatalogBundle;
  readonly catalog: string;
}): ReactNode {
  const { csv } = bundle;
  const facts: (Fact | undefined)[] = [
    { label: 'Version', value: bundle.version },
    { label: 'Provider', value: csv.provider ?? '–' },
    { label: 'Catalog', value: catalog },
    { label: 'Package', value: <span className="break-all">{bundle.package}</span> },
    csv.maturity === undefined ? undefined : { label: 'Maturity', value: csv.maturity },
    csv.minKubeVersion === undefined
      ? undefined
      : { label: 'Kubernetes', value: `${csv.minKubeVersion} or newer` },
    csv.createdAt === undefined
      ? undefined
      : { label: 'Released', value: <RelativeTime at={csv.createdAt} /> },
    csv.containerImage === undefined
      ? undefined
      : { label: 'Image', value: <span className="font-mono text-xs break-all">{csv.containerImage}</span> },
    linkFact('Repository', csv.repository),
    csv.categories.length === 0 ? undefined : { label: 'Categories', value: csv.categories.join(', ') },
    csv.infrastructureFeatures.length === 0
      ? undefined
      : { label: 'Features', value: csv.infrastructureFeatures.join(', ') },
  ];
  return (
    <Card title="About">
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
  const reached = CAPABILITY_LEVELS.findIndex((name) => name === level);
  return (
    <Card title="Capability level" description="As the provider states it.">
      <ol className="flex flex-col gap-2">
        {CAPABILITY_LEVELS.map((name, index) => {
          const has = index <= reached;
          return (
            <li key={name} className="flex gap-2">
              {has ? (
                <Check aria-label="Reached" className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <Minus aria-label="Not reached" className="mt-0.5 size-4 shrink-0 text-faint" />
              )}
              <div className={has ? '' : 'text-faint'}>
                <p className={index === reached ? 'font-medium' : ''}>{name}</p>
                {index === reached ? <p className="text-sm text-muted">{LEVEL_WORDS[name]}</p> : null}
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
  const supported = new Set(modes.filter((mode) => mode.supported).map(({ type }) => type));
  const all: readonly InstallModeType[] = [
    'AllNamespaces',
    'OwnNamespace',
    'SingleNamespace',
    'MultiNamespace',
  ];
  return (
    <Card title="Can watch" description="Where it looks for its instances.">
      <ul className="flex flex-col gap-1.5">
        {all.map((mode) => (
          <li key={mode} className="flex items-center gap-2">
            {supported.has(mode) ? (
              <Check aria-label="Supported" className="size-4 shrink-0 text-good" />
            ) : (
              <Minus aria-label="Not supported" className="size-4 shrink-0 text-faint" />
            )}
            <span className={supported.has(mode) ? '' : 'text-faint'}>{MODE_WORDS[mode]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function LinksCard({ csv }: { readonly csv: CsvSummary }): ReactNode {
  const links = csv.links.map(({ name, url }) => ({ name, href: safeHref(url) }));
  const people = csv.maintainers.map(({ name, email }) => ({ name, href: safeHref(`mailto:${email}`) }));
  const shown = [...links, ...people].filter(({ name }) => name !== '');
  if (shown.length === 0) return null;
  return (
    <Card title="Links and maintainers">
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
