'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { Card } from '#components/ui/card.tsx';
import { CapabilityCard } from './capability-card.tsx';
import { Description } from './description.tsx';
import { KindsCard, RisksCard } from './overview-cards.tsx';
import { AboutCard, InstallModesCard, LinksCard, SameNameCard } from './overview-side.tsx';
import { useWholeBundle, type PackagePage } from './use-package.ts';

/** What it is, at a glance. */
export function Overview({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { bundle, loading } = useWholeBundle(page);
  const { csv } = bundle;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        {loading ? (
          <Card title={t('description')}>
            <SkeletonText lines={8} />
          </Card>
        ) : (
          <Description key={bundle.name} markdown={csv.description === '' ? csv.summary : csv.description} />
        )}
        <KindsCard page={page} />
        <RisksCard page={page} />
        <CapabilityCard key={bundle.name} page={page} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <AboutCard page={page} />
        <InstallModesCard modes={csv.installModes} />
        <LinksCard csv={csv} />
        <SameNameCard page={page} />
      </div>
    </div>
  );
}
