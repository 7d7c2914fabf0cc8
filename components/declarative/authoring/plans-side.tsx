'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { PlanPicture } from '../plan-picture.tsx';

/** All plans of the package, drawn. */
export function PlansSide({ view }: { readonly view: PackageView | undefined }): ReactNode {
  const t = useTranslations('authoring');
  const declarative = useTranslations('declarative');
  if (view === undefined) return <p className="text-muted">{t('unreadable')}</p>;
  if (view.plans.length === 0) return <p className="text-muted">{t('noPlans')}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {view.plans.map((plan) => (
        <section key={plan.name} className="flex min-w-0 flex-col gap-2">
          <h2 className="font-semibold">{declarative('planOf', { name: plan.name })}</h2>
          <PlanPicture plan={plan} still />
        </section>
      ))}
    </div>
  );
}
