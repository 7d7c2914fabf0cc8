'use client';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { Table } from '#components/ui/table.tsx';
import type { Column } from '#components/ui/table.tsx';
import type { PackageDetail } from '#lib/olm/catalog-answers.ts';
import type { CatalogChannel } from '#lib/olm/catalog.ts';
import { versionRows } from '#lib/olm/version-list.ts';
import type { VersionRow } from '#lib/olm/version-list.ts';
import { urls } from '#lib/urls.ts';
import type { PackageRef, Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';

const SHOWN = 10;

interface VersionsCardProps {
  readonly pkg: PackageDetail;
  readonly at: PackageRef;
  readonly scope: Scope;
  readonly channel: CatalogChannel;
  readonly onChannel: (name: string) => void;
}

/** Channels, and the versions of the chosen one in order of replacement. */
export function VersionsCard({ pkg, at, scope, channel, onChannel }: VersionsCardProps): ReactNode {
  const t = useTranslations('catalog');
  const [all, setAll] = useState(false);
  const rows = versionRows(pkg, channel);
  return (
    <Card
      title={t('channels')}
      flush
      action={
        <Select
          aria-label={t('channel')}
          value={channel.name}
          onChange={onChannel}
          options={pkg.channels.map(({ name }) => ({
            value: name,
            label: name === pkg.defaultChannel ? t('defaultChannel', { name }) : name,
          }))}
          className="w-48"
        />
      }
    >
      {channel.deprecation === undefined ? null : (
        <p className="flex gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="min-w-0 break-words">{t('channelDeprecated', { why: channel.deprecation })}</span>
        </p>
      )}
      <div className="[&>div]:rounded-none [&>div]:border-0">
        <Table
          caption={t('versionsIn', { channel: channel.name })}
          columns={columnsFor({ at, scope, channel }, t)}
          rows={all ? rows : rows.slice(0, SHOWN)}
          rowKey={({ csv }) => csv}
        />
      </div>
      {rows.length > SHOWN && !all ? (
        <div className="border-t border-line p-1.5">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setAll(true);
            }}
          >
            {t('showAll', { count: rows.length })}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function columnsFor(
  page: {
    at: PackageRef;
    scope: Scope;
    channel: CatalogChannel;
  },
  t: Translate<'catalog'>,
): readonly Column<VersionRow>[] {
  const { at, scope, channel } = page;
  return [
    {
      id: 'version',
      header: t('version'),
      bare: true,
      className: 'md:w-56',
      cell: ({ version, isHead, deprecation }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{version}</span>
          {isHead ? <Badge>{t('latest')}</Badge> : null}
          {deprecation === undefined ? null : (
            <Badge tone="warn" icon={<TriangleAlert aria-hidden className="size-3" />} title={deprecation}>
              {t('deprecated')}
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'replaces',
      header: t('replaces'),
      cell: (row) => <span className="break-words text-muted">{replacesText(row, t)}</span>,
    },
    {
      id: 'install',
      header: t('install'),
      quiet: true,
      align: 'end',
      className: 'md:w-28',
      bare: true,
      cell: ({ version, missing }) => (
        <LinkButton
          size="sm"
          href={urls.install(at, scope, { channel: channel.name, version })}
          disabledReason={missing ? t('versionMissing') : undefined}
          aria-label={t('installVersion', { version })}
        >
          {t('install')}
        </LinkButton>
      ),
    },
  ];
}

function replacesText({ replaces, skips, skipRange }: VersionRow, t: Translate<'catalog'>): string {
  const parts = [
    replaces,
    skips.length === 0 ? undefined : t('skips', { count: skips.length, names: skips.join(', ') }),
    skipRange === undefined ? undefined : t('anyIn', { range: skipRange }),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '–' : parts.join('; ');
}
