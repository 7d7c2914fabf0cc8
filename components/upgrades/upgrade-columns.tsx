'use client';
import { ArrowRight } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge, StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { VersionRef } from '#lib/olm/views/upgrade-waits.ts';
import type { UpgradeRow, UpgradeState } from '#lib/olm/views/upgrades.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { planKey, type Chosen } from './use-chosen.ts';
import { Waits } from './waits.tsx';

export function useUpgradeColumns(chosen: Chosen): readonly Column<UpgradeRow>[] {
  const t = useTranslations('upgrades');
  const scope = useScope();
  return useMemo(
    () =>
      columnsFor(scope, t, chosen).filter(({ id }) => scope.namespace === undefined || id !== 'namespace'),
    [scope, t, chosen],
  );
}

function columnsFor(scope: Scope, t: Translate<'upgrades'>, chosen: Chosen): readonly Column<UpgradeRow>[] {
  return [
    {
      id: 'name',
      header: t('operator'),
      bare: true,
      sortable: true,
      sortValue: ({ title }) => title,
      width: 60,
      cell: (row) => <NameCell row={row} scope={scope} chosen={chosen} />,
    },
    {
      id: 'namespace',
      choice: 'shown',
      header: t('namespace'),
      sortable: true,
      sortValue: ({ namespace }) => namespace,
      width: 36,
      cell: ({ namespace }) => <MiddleTruncate text={namespace} />,
    },
    {
      id: 'versions',
      header: t('versions'),
      width: 60,
      cell: (row) => <Versions row={row} />,
    },
    {
      id: 'waits',
      header: t('why'),
      cell: (row) => <WhyCell row={row} />,
    },
    {
      id: 'actions',
      header: t('actions'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 28,
      cell: ({ namespace, plan, title }) =>
        plan === undefined ? null : (
          <LinkButton
            size="sm"
            aria-label={t('reviewOf', { name: title })}
            href={urls.plan({ namespace, name: plan }, scope)}
          >
            {t('review')}
          </LinkButton>
        ),
    },
  ];
}

interface NameCellProps {
  readonly row: UpgradeRow;
  readonly scope: Scope;
  readonly chosen: Chosen;
}

function NameCell({ row, scope, chosen }: NameCellProps): ReactNode {
  const t = useTranslations('upgrades');
  const { namespace, title, catalog, subscription, installed, plan } = row;
  const icon = { catalogNamespace: catalog.namespace, catalog: catalog.name, package: row.package };
  const key = planKey({ namespace, name: plan ?? '' });
  const href =
    installed === undefined
      ? urls.subscription({ namespace, name: subscription }, scope)
      : urls.operator({ namespace, name: installed.csv }, scope, 'subscription');
  return (
    <div className="flex min-w-0 items-start gap-3">
      {plan === undefined ? (
        <span className="w-6 shrink-0 stacked:hidden" />
      ) : (
        <Checkbox
          checked={chosen.has(key)}
          onChange={() => chosen.toggle(key)}
          label={<span className="sr-only">{t('choose', { name: title, namespace })}</span>}
          className="mt-1 shrink-0"
        />
      )}
      <OperatorIcon size="sm" src={urls.icon(icon)} />
      <div className="min-w-0">
        <Link href={href} className="font-medium break-words hover:underline">
          {title}
        </Link>
        <p className="text-sm break-words text-muted">
          {row.channel === undefined ? row.package : t('inChannel', { channel: row.channel })}
        </p>
      </div>
    </div>
  );
}

function Versions({ row }: { readonly row: UpgradeRow }): ReactNode {
  const t = useTranslations('upgrades');
  const { installed, next, head, steps, state } = row;
  const target = next ?? (state === 'available' ? head : undefined);
  const further = head !== undefined && target !== undefined && head.csv !== target.csv;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <Version of={installed} none={t('notInstalled')} quiet={target !== undefined} />
        {target === undefined ? null : (
          <>
            <ArrowRight aria-label={t('to')} className="size-3.5 shrink-0 text-faint" />
            <Version of={target} />
          </>
        )}
      </p>
      {further ? (
        <p className="text-sm break-words text-muted" title={head.csv}>
          {t('head', {
            version: head.version ?? head.csv,
            steps: steps ?? 0,
            known: String(steps !== undefined),
          })}
        </p>
      ) : null}
    </div>
  );
}

interface VersionProps {
  readonly of: VersionRef | undefined;
  readonly none?: string;
  readonly quiet?: boolean;
}

function Version({ of: version, none = '', quiet = false }: VersionProps): ReactNode {
  if (version === undefined) return <span className="text-muted">{none}</span>;
  return (
    <span title={version.csv} className={quiet ? 'text-muted tabular-nums' : 'font-medium tabular-nums'}>
      {version.version ?? version.csv}
    </span>
  );
}

const TONES: Readonly<Record<UpgradeState, Tone>> = {
  available: 'info',
  running: 'busy',
  stuck: 'warn',
  current: 'good',
  unknown: 'neutral',
};

function WhyCell({ row }: { readonly row: UpgradeRow }): ReactNode {
  const t = useTranslations('upgrades');
  const { state, waits, deprecations, plan, installed } = row;
  const label =
    plan !== undefined
      ? t('needsApproval')
      : state === 'available' && installed === undefined
        ? t('state.installing')
        : t(`state.${state}`);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <StatusBadge tone={plan === undefined ? TONES[state] : 'warn'}>{label}</StatusBadge>
      <Waits row={row} />
      {waits.length === 0 && state === 'unknown' ? (
        <p className="text-sm break-words text-muted">{t('unknownWhy')}</p>
      ) : null}
      {waits.length === 0 && state === 'available' ? (
        <p className="text-sm break-words text-muted">{t('soon', { approval: row.approval })}</p>
      ) : null}
      {deprecations.map(({ of, message }) => (
        <p key={of} className="flex flex-wrap items-center gap-1.5 text-sm break-words text-muted">
          <Badge tone="warn">{t(`deprecated.${of}`)}</Badge>
          <span className="line-clamp-2 min-w-0 break-words" title={message}>
            {message}
          </span>
        </p>
      ))}
    </div>
  );
}
