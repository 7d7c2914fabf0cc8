'use client';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { CsvWebhook } from '#lib/olm/api/catalog.ts';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { kubeFits } from '#lib/olm/content/package-versions.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import type { PackagePage } from './use-package.ts';

interface SourceNoticeProps {
  readonly at: PackageRef;
  readonly source: SourceHealth | undefined;
  /** Why the last look at the package failed. */
  readonly error: { readonly message: string } | undefined;
}

/** Where the catalog is out of reach: what is shown is what was read before. */
export function SourceNotice({ at, source, error }: SourceNoticeProps): ReactNode {
  const t = useTranslations('packages');
  const why = source?.problem?.message ?? error?.message;
  if (why === undefined) return null;
  const age =
    source === undefined || source.readAt === 0 ? null : (
      <p>
        {t.rich('readBefore', { when: () => <RelativeTime at={new Date(source.readAt).toISOString()} /> })}
      </p>
    );
  return (
    <Notice
      tone="warn"
      title={t('stale', { catalog: source?.displayName ?? at.catalog })}
      details={
        <>
          <p>{why}</p>
          {age}
        </>
      }
      action={
        <LinkButton size="sm" href={urls.catalogSource({ namespace: at.catalogNamespace, name: at.catalog })}>
          {t('viewCatalog')}
        </LinkButton>
      }
    />
  );
}

/** What to know before installing what is chosen. */
export function PackageNotices({ page }: { readonly page: PackagePage }): ReactNode {
  const { pkg, choice } = page;
  return (
    <>
      <AskedNotice page={page} />
      <DeprecationNotices
        told={[
          { what: 'package', name: pkg.name, why: pkg.deprecation },
          { what: 'channel', name: choice.channel.name, why: choice.channel.deprecation },
          { what: 'version', name: choice.bundle.version, why: choice.bundle.deprecation },
        ]}
      />
      <KubernetesNotice minimum={choice.bundle.csv.minKubeVersion} />
      <ClosingNotice webhooks={choice.bundle.csv.webhooks} />
      <WebhooksNotice webhooks={choice.bundle.csv.webhooks} />
    </>
  );
}

/** The address names what is not there (any more). */
function AskedNotice({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { unknownChannel, unknownVersion, channel, bundle } = page.choice;
  if (unknownChannel === undefined && unknownVersion === undefined) return null;
  const shown = { channel: channel.name, version: bundle.version };
  return (
    <Notice
      tone="info"
      title={
        unknownChannel === undefined
          ? t('noVersion', { asked: unknownVersion ?? '', channel: channel.name })
          : t('noChannel', { asked: unknownChannel })
      }
      details={t('shownInstead', shown)}
    />
  );
}

interface Deprecated {
  readonly what: 'package' | 'channel' | 'version';
  readonly name: string;
  readonly why: string | undefined;
}

function DeprecationNotices({ told }: { readonly told: readonly Deprecated[] }): ReactNode {
  const t = useTranslations('packages');
  return told.map(({ what, name, why }) =>
    why === undefined ? null : (
      <Notice key={what} tone="warn" title={t('isDeprecated', { what, name })} details={why} />
    ),
  );
}

function KubernetesNotice({ minimum }: { readonly minimum: string | undefined }): ReactNode {
  const t = useTranslations('packages');
  const { data: session } = useSession();
  const cluster = session?.cluster.version;
  if (minimum === undefined || kubeFits(minimum, cluster) !== false) return null;
  return (
    <Notice
      tone="warn"
      title={t('needsKubernetes', { version: minimum })}
      details={t('hasKubernetes', { version: cluster ?? '' })}
    />
  );
}

/** Names shown at first. */
const SHOWN = 12;

interface WebhooksProps {
  readonly webhooks: readonly CsvWebhook[];
}

/** What others could not do while the operator does not answer. */
function ClosingNotice({ webhooks }: WebhooksProps): ReactNode {
  const t = useTranslations('packages');
  const locale = useLocale();
  const kinds = [...new Set(webhooks.flatMap(({ closesOn = [] }) => closesOn))];
  if (kinds.length === 0) return null;
  const title = t('closesOn', { kinds: new Intl.ListFormat(locale).format(kinds) });
  return <Notice tone="warn" title={title} details={t('closesOnWhy')} />;
}

function WebhooksNotice({ webhooks }: WebhooksProps): ReactNode {
  const t = useTranslations('packages');
  const [all, setAll] = useState(false);
  if (webhooks.length === 0) return null;
  const shown = all ? webhooks : webhooks.slice(0, SHOWN);
  return (
    <Notice tone="info" title={t('webhooks')} details={t('webhooksWhy')} expandLabel={t('showWhich')}>
      <ul className="flex flex-wrap gap-1.5">
        {shown.map(({ name, type }) => (
          <li key={`${type}/${name}`} className="max-w-full">
            <Badge title={type}>{name}</Badge>
          </li>
        ))}
        {shown.length === webhooks.length ? null : (
          <li>
            <button
              type="button"
              className="text-sm text-accent underline underline-offset-2"
              onClick={() => setAll(true)}
            >
              {t('showAll', { count: webhooks.length })}
            </button>
          </li>
        )}
      </ul>
    </Notice>
  );
}
