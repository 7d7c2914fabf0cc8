'use client';
import { Minus, Plus } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Switch } from '#components/ui/choices.tsx';
import type { CatalogChannel } from '#lib/olm/api/catalog.ts';
import { channelsInOrder } from '#lib/olm/content/channels.ts';
import { graphPicture } from '#lib/olm/content/graph-picture.ts';
import { routesOf, type InstalledVersion } from '#lib/olm/views/next-steps.ts';
import { compareBuilds } from '#lib/olm/api/version.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import type { PackagePage } from './use-package.ts';

/** More channels than this are not shown all at once unless asked for. */
const MANY = 6;
/** So many are shown then: those of the newest versions beside what is wanted anyway. */
const FEW = 4;
const ZOOMS = [0.6, 0.8, 1, 1.25] as const;

interface GraphCardProps {
  readonly page: PackagePage;
  readonly installed: readonly InstalledVersion[];
}

/** How versions follow each other in their channels. */
export function GraphCard({ page, installed }: GraphCardProps): ReactNode {
  const t = useTranslations('packages');
  const { pkg, choice } = page;
  const [all, setAll] = useState(false);
  const [zoom, setZoom] = useState(2);
  const [opened, setOpened] = useState<ReadonlySet<string> | 'all'>(new Set());
  const every = useMemo(() => channelsInOrder(pkg), [pkg]);
  const channels = all || every.length <= MANY ? every : nearest(every, page, installed);
  const picture = useMemo(
    () => graphPicture({ pkg, channels, selected: choice.bundle.name, routes: routesOf(installed), opened }),
    [pkg, channels, choice.bundle.name, installed, opened],
  );
  return (
    <Card
      title={t('graph')}
      description={t('graphHelp')}
      flush
      action={
        <div className="flex flex-wrap items-center gap-2">
          {every.length > MANY ? (
            <Switch label={t('allChannels', { count: every.length })} checked={all} onChange={setAll} />
          ) : null}
          {picture.folded > 0 || opened === 'all' ? (
            <Button size="sm" onClick={() => setOpened(opened === 'all' ? new Set() : 'all')}>
              {opened === 'all' ? t('fold') : t('unfold', { count: picture.folded })}
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('smaller')}
            icon={<Minus aria-hidden className="size-4" />}
            disabledReason={zoom === 0 ? t('smallest') : undefined}
            onClick={() => setZoom(Math.max(0, zoom - 1))}
          />
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('larger')}
            icon={<Plus aria-hidden className="size-4" />}
            disabledReason={zoom === ZOOMS.length - 1 ? t('largest') : undefined}
            onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}
          />
        </div>
      }
    >
      <GraphCanvas
        picture={picture}
        scale={ZOOMS[zoom] ?? 1}
        current={{ channel: choice.channel.name, csv: choice.bundle.name }}
        onChoose={(channel, version) => page.choose({ channel, version })}
        onUnfold={(id) => {
          if (opened !== 'all') setOpened(new Set([...opened, id]));
        }}
      />
      <Legend />
    </Card>
  );
}

/** What is chosen, the default one, those that are installed, and some of the newest. */
function nearest(
  every: readonly CatalogChannel[],
  { choice, pkg }: PackagePage,
  installed: readonly InstalledVersion[],
): CatalogChannel[] {
  const wanted = new Set([
    choice.channel.name,
    pkg.defaultChannel,
    ...installed.map(({ channel }) => channel),
  ]);
  const first = every.filter(({ name }) => wanted.has(name));
  const versionOf = ({ head }: CatalogChannel): string => pkg.bundles[head]?.version ?? '';
  const rest = every
    .filter(({ name }) => !wanted.has(name))
    .sort((a, b) => compareBuilds(versionOf(b), versionOf(a)));
  return [...first, ...rest.slice(0, Math.max(0, FEW - first.length))];
}

function Legend(): ReactNode {
  const t = useTranslations('packages');
  const line = (className: string, dashes?: string): ReactNode => (
    <svg aria-hidden width="28" height="8" className={className}>
      <path d="M0 4H28" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray={dashes} />
    </svg>
  );
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-muted">
      <li className="flex items-center gap-2">
        {line('text-control')} {t('edge.replaces')}
      </li>
      <li className="flex items-center gap-2">
        {line('text-control', '5 3')} {t('edge.skips')}
      </li>
      <li className="flex items-center gap-2">
        {line('text-control', '1.5 3')} {t('edge.skipRange')}
      </li>
      <li className="flex items-center gap-2">
        {line('text-accent')} {t('edge.way')}
      </li>
    </ul>
  );
}
