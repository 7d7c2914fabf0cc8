'use client';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { useListParams } from '#components/frame/use-list-params.ts';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { SearchInput, Select } from '#components/ui/inputs.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { channelsInOrder } from '#lib/olm/content/channels.ts';
import type { InstalledVersion } from '#lib/olm/views/next-steps.ts';
import { findVersions, kubeFits, packageVersions } from '#lib/olm/content/package-versions.ts';
import type { PackageVersion } from '#lib/olm/content/package-versions.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import type { PackagePage } from './use-package.ts';

interface VersionTableProps {
  readonly page: PackagePage;
  readonly installed: readonly InstalledVersion[];
}

/** Every version, searched by number and narrowed to a channel; the facts of the picture in words. */
export function VersionTable({ page, installed }: VersionTableProps): ReactNode {
  const t = useTranslations('packages');
  const { pkg } = page;
  const { data: session } = useSession();
  const list = useListParams();
  const versions = useMemo(() => packageVersions(pkg), [pkg]);
  const channel = list.get('in');
  const shown = findVersions(versions, { text: list.text, channel });
  const columns = columnsFor({ page, installed, cluster: session?.cluster.version, channel }, t);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold">{t('allVersions')}</h2>
        <SearchInput
          label={t('searchVersions')}
          value={list.text}
          onChange={list.setText}
          className="min-w-0 grow sm:max-w-60"
        />
        <Select
          aria-label={t('inChannel')}
          value={channel}
          onChange={(name) => list.set({ in: name })}
          placeholder={t('anyChannel')}
          options={channelsInOrder(pkg).map(({ name }) => ({ value: name, label: name }))}
          className="min-w-0 grow sm:max-w-48"
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {t('versionsShown', { shown: shown.length, total: versions.length })}
      </p>
      {shown.length === 0 ? null : (
        <Table caption={t('allVersions')} columns={columns} rows={shown} rowKey={({ csv }) => csv} />
      )}
    </section>
  );
}

interface Around {
  readonly page: PackagePage;
  readonly installed: readonly InstalledVersion[];
  readonly cluster: string | undefined;
  /** That the table is narrowed to; empty: any. */
  readonly channel: string;
}

function columnsFor(around: Around, t: Translate<'packages'>): readonly Column<PackageVersion>[] {
  return [
    {
      id: 'version',
      header: t('version'),
      bare: true,
      width: 60,
      cell: (row) => <VersionCell row={row} around={around} />,
    },
    {
      id: 'released',
      header: t('released'),
      width: 32,
      cell: ({ createdAt }) => (createdAt === undefined ? '–' : <RelativeTime at={createdAt} />),
    },
    {
      id: 'channels',
      header: t('channels'),
      cell: (row) => <ChannelsCell row={row} />,
    },
    {
      id: 'replaces',
      header: t('replaces'),
      cell: (row) => <span className="break-words text-muted">{followsText(row, around, t)}</span>,
    },
    {
      id: 'kubernetes',
      header: 'Kubernetes',
      width: 32,
      spare: true,
      cell: ({ minKubeVersion }) => <KubernetesCell minimum={minKubeVersion} cluster={around.cluster} />,
    },
    {
      id: 'install',
      header: t('install'),
      quiet: true,
      align: 'end',
      width: 24,
      bare: true,
      cell: (row) => <InstallCell row={row} around={around} />,
    },
  ];
}

function VersionCell({ row, around }: { readonly row: PackageVersion; readonly around: Around }): ReactNode {
  const t = useTranslations('packages');
  const { page, installed } = around;
  const { csv, version, deprecation, channels, missing } = row;
  const here = installed.filter((one) => one.csv === csv).map(({ namespace }) => namespace);
  const channel = channels.some(({ name }) => name === page.choice.channel.name)
    ? page.choice.channel.name
    : channels[0]?.name;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {missing ? (
        <span className="font-medium break-all text-muted" title={t('versionMissing')}>
          {version}
        </span>
      ) : (
        <Link
          href={page.href({ channel, version, tab: 'overview', api: undefined })}
          aria-current={csv === page.choice.bundle.name ? 'true' : undefined}
          className="font-medium break-all hover:underline"
        >
          {version}
        </Link>
      )}
      {here.length === 0 ? null : (
        <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3" />}>
          {t('installedIn', { where: here.join(', ') })}
        </Badge>
      )}
      {deprecation === undefined ? null : (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden className="size-3" />} title={deprecation}>
          {t('deprecated')}
        </Badge>
      )}
    </span>
  );
}

/** Of dozens the first few: the others are in the picture. */
const CHANNELS = 4;

function ChannelsCell({ row }: { readonly row: PackageVersion }): ReactNode {
  const t = useTranslations('packages');
  const sorted = [...row.channels].sort((a, b) => Number(b.isHead) - Number(a.isHead));
  const rest = sorted.slice(CHANNELS).map(({ name }) => name);
  return (
    <span className="flex flex-wrap gap-1">
      {sorted.slice(0, CHANNELS).map(({ name, isHead }) => (
        <Badge key={name} tone={isHead ? 'info' : 'neutral'} title={isHead ? t('headOf', { name }) : name}>
          {isHead ? t('headName', { name }) : name}
        </Badge>
      ))}
      {rest.length === 0 ? null : <Badge title={rest.join(', ')}>+{rest.length}</Badge>}
    </span>
  );
}

function followsText({ channels }: PackageVersion, { page }: Around, t: Translate<'packages'>): string {
  const entry = (channels.find(({ name }) => name === page.choice.channel.name) ?? channels[0])?.entry;
  const versionOf = (csv: string): string => page.pkg.bundles[csv]?.version ?? csv;
  const { replaces, skips = [], skipRange } = entry ?? {};
  const parts = [
    replaces === undefined || replaces === '' ? undefined : versionOf(replaces),
    skips.length === 0
      ? undefined
      : t('skips', { count: skips.length, names: skips.map(versionOf).join(', ') }),
    skipRange === undefined ? undefined : t('anyIn', { range: skipRange }),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '–' : parts.join('; ');
}

function KubernetesCell({
  minimum,
  cluster,
}: {
  readonly minimum: string | undefined;
  readonly cluster: string | undefined;
}): ReactNode {
  const t = useTranslations('packages');
  if (minimum === undefined) return '–';
  const text = `≥ ${minimum}`;
  if (kubeFits(minimum, cluster) !== false) return text;
  return (
    <Badge
      tone="warn"
      icon={<TriangleAlert aria-hidden className="size-3" />}
      title={t('hasKubernetes', { version: cluster ?? '' })}
    >
      {text}
    </Badge>
  );
}

function InstallCell({ row, around }: { readonly row: PackageVersion; readonly around: Around }): ReactNode {
  const t = useTranslations('packages');
  const { version, channels, missing } = row;
  const { page } = around;
  const named = (wanted: string): (typeof channels)[number] | undefined =>
    channels.find(({ name }) => name === wanted);
  const channel = named(around.channel) ?? named(page.choice.channel.name) ?? channels[0];
  const reason = missing ? t('versionMissing') : channel === undefined ? t('inNoChannel') : undefined;
  return (
    <LinkButton
      size="sm"
      href={urls.install(page.at, page.scope, { channel: channel?.name, version })}
      disabledReason={reason}
      aria-label={t('installVersion', { version })}
    >
      {t('install')}
    </LinkButton>
  );
}
