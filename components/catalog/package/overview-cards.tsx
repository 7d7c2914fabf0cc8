'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { kindsOf } from '#lib/olm/api/provided-kinds.ts';
import { allRisks, permissionSummaries } from '#lib/olm/content/permission-words.ts';
import { RiskLine } from '#components/olm/risk-line.tsx';
import type { PackagePage } from './use-package.ts';

const MORE = 'text-accent underline-offset-2 hover:underline';

/** The kinds that the cluster knows once it is installed. */
export function KindsCard({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const kinds = kindsOf(page.choice.bundle.providedApis);
  return (
    <Card title={t('provides')} description={t('providesHelp')} flush>
      {kinds.length === 0 ? (
        <p className="p-4 text-muted">{t('providesNone')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {kinds.map((api) => (
            <li key={api.name} className="flex min-w-0 flex-col px-4 py-2.5">
              <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <Link
                  href={page.href({ tab: 'apis', api: api.name })}
                  replace
                  scroll={false}
                  className="font-medium break-words hover:underline"
                >
                  {api.kind}
                </Link>
                <span className="font-mono text-xs break-all text-faint">
                  {api.group}/{api.versions.join(', ')}
                </span>
              </p>
              {api.description === undefined || api.description === '' ? null : (
                <p className="line-clamp-2 text-sm break-words text-muted">{api.description}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What deserves a second look among its rights; the rest is on their tab. */
export function RisksCard({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { permissions } = page.choice.bundle.csv;
  const summaries = permissionSummaries(
    permissions,
    new Set(page.choice.bundle.providedApis.map(({ group }) => group)),
  );
  const risks = allRisks(summaries);
  const known = permissions.length > 0 || page.choice.bundle.digest !== undefined;
  return (
    <Card
      title={t('mayDo')}
      action={
        <Link href={page.href({ tab: 'permissions' })} replace scroll={false} className={MORE}>
          {t('allPermissions')}
        </Link>
      }
    >
      {risks.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {risks.map((risk) => (
            <RiskLine key={risk.code} risk={risk} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{known ? t('noRisks') : t('rightsInImage')}</p>
      )}
    </Card>
  );
}
