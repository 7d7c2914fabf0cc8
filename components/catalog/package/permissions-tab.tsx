'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { stringify } from 'yaml';
import { PermissionList } from '#components/olm/permission-list.tsx';
import { RiskLine } from '#components/olm/risk-line.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import type { BundleDetail } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogBundle, PermissionRequest } from '#lib/olm/api/catalog.ts';
import { readCsv } from '#lib/olm/content/csv-summary.ts';
import { packageKey, type InstalledPackage } from '#lib/olm/views/installed-state.ts';
import { addedPermissions } from '#lib/olm/content/permission-diff.ts';
import { allRisks, permissionSummaries } from '#lib/olm/content/permission-words.ts';
import { useInstalled } from '../use-installed.ts';
import { ManifestsState } from './manifests-state.tsx';
import { useBundle, type PackagePage } from './use-package.ts';

/** The rights that the operator's accounts get: what deserves a second look first, then all, then the rules themselves. */
export function PermissionsTab({ page }: { readonly page: PackagePage }): ReactNode {
  const { bundle } = page.choice;
  const isKnown = bundle.csv.permissions.length > 0 || bundle.digest !== undefined;
  const detail = useBundle(page.at, isKnown ? undefined : bundle.name);
  const requests = useMemo(() => permissionsOf(bundle, detail.data), [bundle, detail.data]);
  const own = useMemo(() => new Set(bundle.providedApis.map(({ group }) => group)), [bundle]);
  const installed = useInstalled().get(packageKey(page.at))?.[0];
  if (requests === undefined) return <ManifestsState detail={detail} />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Risks requests={requests} own={own} />
      <Changes installed={installed} bundle={bundle} requests={requests} own={own} />
      <All requests={requests} own={own} />
      <Rules requests={requests} />
    </div>
  );
}

/** Undefined while nobody knows: they are in an image. */
function permissionsOf(
  bundle: CatalogBundle,
  detail: BundleDetail | undefined,
): readonly PermissionRequest[] | undefined {
  if (bundle.csv.permissions.length > 0 || bundle.digest !== undefined) return bundle.csv.permissions;
  return detail?.csv === undefined ? undefined : readCsv(detail.csv).summary.permissions;
}

interface RequestsProps {
  readonly requests: readonly PermissionRequest[];
  /** API groups of its own kinds. */
  readonly own: ReadonlySet<string>;
}

function Risks({ requests, own }: RequestsProps): ReactNode {
  const t = useTranslations('packages');
  const risks = allRisks(permissionSummaries(requests, own));
  return (
    <Card title={t('secondLook')} description={t('secondLookHelp')}>
      {risks.length === 0 ? (
        <p className="text-muted">{requests.length === 0 ? t('noRights') : t('noRisks')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {risks.map((risk) => (
            <RiskLine key={risk.code} risk={risk} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ChangesProps extends RequestsProps {
  readonly installed: InstalledPackage | undefined;
  readonly bundle: CatalogBundle;
}

/** Against what runs already. */
function Changes({ installed, bundle, requests, own }: ChangesProps): ReactNode {
  const t = useTranslations('packages');
  const csv = installed?.csv;
  const before = useMemo(() => (csv === undefined ? [] : readCsv(csv).summary.permissions), [csv]);
  if (csv === undefined || csv.metadata.name === bundle.name) return null;
  const gained = permissionSummaries(addedPermissions(before, requests), own);
  const lost = permissionSummaries(addedPermissions(requests, before), own);
  const count = gained.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <Card
      title={t('newRights', { count })}
      description={t('comparedWith', {
        version: csv.spec.version ?? csv.metadata.name,
        namespace: csv.metadata.namespace ?? '',
      })}
    >
      <div className="flex flex-col gap-5">
        {gained.map((summary) => (
          <PermissionList key={summary.scope} summary={summary} />
        ))}
        {lost.length === 0 ? null : (
          <section className="min-w-0">
            <h3 className="mb-1.5 font-medium">{t('lostRights')}</h3>
            {lost.map((summary) => (
              <PermissionList key={summary.scope} summary={summary} />
            ))}
          </section>
        )}
        {count === 0 && lost.length === 0 ? <p className="text-muted">{t('sameRights')}</p> : null}
      </div>
    </Card>
  );
}

function All({ requests, own }: RequestsProps): ReactNode {
  const t = useTranslations('packages');
  const summaries = permissionSummaries(requests, own);
  if (summaries.length === 0) return null;
  return (
    <Card title={t('mayDo')} description={t('grants')}>
      <div className="flex flex-col gap-6">
        {summaries.map((summary) => (
          <PermissionList key={`${summary.scope}/${summary.serviceAccount}`} summary={summary} />
        ))}
      </div>
    </Card>
  );
}

/** For those who read RBAC. */
function Rules({ requests }: { readonly requests: readonly PermissionRequest[] }): ReactNode {
  const t = useTranslations('packages');
  const text = useMemo(() => stringify(requests, { lineWidth: 0 }), [requests]);
  if (requests.length === 0) return null;
  const count = requests.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <details className="min-w-0">
      <summary className="flex w-fit cursor-pointer items-center gap-2 text-muted hover:text-text">
        {t('rules')} <Badge>{count}</Badge>
      </summary>
      <div className="mt-3">
        <YamlView label={t('rules')} text={text} />
      </div>
    </details>
  );
}
