'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { channelsInOrder } from '#lib/olm/content/channels.ts';
import { packageKey, type InstalledPackage } from '#lib/olm/views/installed-state.ts';
import { versionRows } from '#lib/olm/content/version-list.ts';
import { urls, type Scope } from '#lib/urls.ts';
import { useInstalled } from '../use-installed.ts';
import type { PackagePage } from './use-package.ts';

/** Name, what is chosen, and the way to install it. */
export function PackageHeader({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { at, pkg, choice, scope } = page;
  const installed = useInstalled().get(packageKey(at))?.[0];
  const { csv, version } = choice.bundle;
  const installHref = urls.install(at, scope, {
    ...(choice.isDefaultChannel && choice.isHead ? {} : { channel: choice.channel.name }),
    ...(choice.isHead ? {} : { version }),
  });
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('catalog'), href: urls.catalog(scope) }, { label: csv.displayName }]}
        icon={<OperatorIcon size="lg" src={pkg.hasIcon ? urls.icon(at) : undefined} />}
        title={csv.displayName}
        status={<InstalledBadge installed={installed} />}
        description={`${csv.provider ?? pkg.name} · ${version}`}
        actions={
          <>
            {installed === undefined ? null : (
              <LinkButton variant="primary" href={hrefOf(installed, scope)}>
                {t('viewInstalled')}
              </LinkButton>
            )}
            <LinkButton variant="ghost" href={urls.compare([at], scope)}>
              {t('compare')}
            </LinkButton>
            <LinkButton variant={installed === undefined ? 'primary' : 'secondary'} href={installHref}>
              {choice.isHead
                ? installed === undefined
                  ? t('install')
                  : t('installElsewhere')
                : t('installVersion', { version })}
            </LinkButton>
          </>
        }
      />
      <Choices page={page} />
    </>
  );
}

function InstalledBadge({ installed }: { readonly installed: InstalledPackage | undefined }): ReactNode {
  const t = useTranslations('packages');
  if (installed === undefined) return null;
  const where = installed.subscription.metadata.namespace ?? '';
  return installed.state === 'installed' ? (
    <StatusBadge tone="good">{t('installedIn', { where })}</StatusBadge>
  ) : (
    <StatusBadge tone="busy">{t('installingIn', { where })}</StatusBadge>
  );
}

function hrefOf({ state, subscription, csv }: InstalledPackage, scope: Scope): string {
  const { namespace = '', name } = subscription.metadata;
  if (state === 'installed' && csv !== undefined)
    return urls.operator({ namespace, name: csv.metadata.name }, scope);
  return urls.subscription({ namespace, name }, scope);
}

/** Channel and version: everything below is about these. */
function Choices({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { pkg, choice, choose } = page;
  const versions = versionRows(pkg, choice.channel).filter(({ missing }) => !missing);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex min-w-0 grow flex-col gap-1 sm:grow-0 sm:basis-56">
        <span aria-hidden className="text-sm text-muted">
          {t('channel')}
        </span>
        <Select
          aria-label={t('channel')}
          value={choice.channel.name}
          onChange={(channel) => choose({ channel, version: undefined })}
          options={channelsInOrder(pkg).map(({ name, deprecation }) => ({
            value: name,
            label: t('channelName', {
              name,
              isDefault: String(name === pkg.defaultChannel),
              deprecated: String(deprecation !== undefined),
            }),
          }))}
        />
      </div>
      <div className="flex min-w-0 grow flex-col gap-1 sm:grow-0 sm:basis-56">
        <span aria-hidden className="text-sm text-muted">
          {t('version')}
        </span>
        <Select
          aria-label={t('version')}
          value={choice.bundle.version}
          onChange={(version) => choose({ channel: choice.channel.name, version })}
          options={versions.map(({ version, isHead, deprecation }) => ({
            value: version,
            label: t('versionName', {
              version,
              isHead: String(isHead),
              deprecated: String(deprecation !== undefined),
            }),
          }))}
        />
      </div>
      {choice.isHead && choice.isDefaultChannel ? null : (
        <LinkButton variant="ghost" href={page.href({ channel: undefined, version: undefined })}>
          {t('backToLatest')}
        </LinkButton>
      )}
    </div>
  );
}
