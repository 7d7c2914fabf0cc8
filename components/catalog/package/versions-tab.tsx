'use client';
import dynamic from 'next/dynamic';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import { installedVersions, type InstalledVersion } from '#lib/olm/views/next-steps.ts';
import { useInstalled } from '../use-installed.ts';
import type { PackagePage } from './use-package.ts';
import { VersionTable } from './version-table.tsx';

const GraphCard = dynamic(() => import('./graph-card.tsx').then((module) => module.GraphCard), {
  ssr: false,
  loading: () => <Skeleton className="h-60 w-full rounded-lg" />,
});

/** All versions: how they follow each other as a picture, and the same as a list. */
export function VersionsTab({ page }: { readonly page: PackagePage }): ReactNode {
  const { at, pkg } = page;
  const packages = useInstalled();
  const installed = useMemo(
    () => installedVersions(pkg, packages.get(packageKey(at)) ?? []),
    [at, pkg, packages],
  );
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {installed.length === 0 ? null : <NextSteps installed={installed} />}
      <GraphCard page={page} installed={installed} />
      <VersionTable page={page} installed={installed} />
    </div>
  );
}

/** The way of what is installed, in words. */
function NextSteps({ installed }: { readonly installed: readonly InstalledVersion[] }): ReactNode {
  const t = useTranslations('packages');
  return (
    <Card title={t('here')}>
      <ul className="flex flex-col gap-3">
        {installed.map(({ namespace, version, channel, steps, isInChannel }) => (
          <li key={`${namespace}/${channel}`} className="min-w-0">
            <p>{t('runsHere', { version, namespace, channel })}</p>
            {steps.length === 0 ? (
              <p className="text-sm text-muted">
                {isInChannel ? t('nothingFollows') : t('noWayOn', { channel })}
              </p>
            ) : (
              <ol className="mt-1 flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
                {steps.map((step, index) => (
                  <li key={step.csv}>
                    {t('step', { number: index + 1, version: step.version, edge: step.edge })}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
