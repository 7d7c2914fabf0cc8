'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { kubeFits } from '#lib/olm/content/package-versions.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import type { PackagePage } from './use-package.ts';

// Few operators have webhooks.
const WebhookNotices = dynamic(async () => (await import('./webhook-notices.tsx')).WebhookNotices);

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
  const { csv } = choice.bundle;
  const { aggregatedApis: apis = [] } = csv;
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
      <KubernetesNotice minimum={csv.minKubeVersion} />
      {csv.webhooks.length + apis.length === 0 ? null : (
        <WebhookNotices webhooks={csv.webhooks} apis={apis} />
      )}
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
