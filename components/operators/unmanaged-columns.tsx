'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import type {
  OrphanGroup,
  UnmanagedOperator,
  UnmanagedOrigin,
  UnownedKind,
} from '#lib/olm/views/unmanaged.ts';
import { urls } from '#lib/urls.ts';

/** Of operators that came another way. */
export function useUnmanagedColumns(): readonly Column<UnmanagedOperator>[] {
  const t = useTranslations('operators');
  const own = useTranslations('unmanaged');
  const { namespace: chosen } = useScope();
  return useMemo(() => {
    const columns: readonly Column<UnmanagedOperator>[] = [
      { id: 'name', header: t('name'), bare: true, cell: (row) => <Name row={row} /> },
      {
        id: 'namespace',
        header: t('namespace'),
        width: 36,
        cell: ({ namespace }) => <MiddleTruncate text={namespace} />,
      },
      { id: 'status', header: t('status'), width: 44, cell: (row) => <Status row={row} /> },
      {
        id: 'origin',
        header: own('installedBy'),
        width: 56,
        cell: (row) => <Origin row={row} />,
      },
      {
        id: 'kinds',
        header: t('provides'),
        width: 44,
        cell: ({ kinds }) => <Kinds kinds={kinds} />,
      },
    ];
    return columns.filter(({ id }) => chosen === undefined || id !== 'namespace');
  }, [t, own, chosen]);
}

/** Of CRDs that no operator serves. */
export function useOrphanColumns(): readonly Column<OrphanGroup>[] {
  const t = useTranslations('unmanaged');
  return useMemo(
    () => [
      {
        id: 'group',
        header: t('group'),
        bare: true,
        cell: ({ group }) => <span className="font-medium break-words">{group}</span>,
      },
      { id: 'kinds', header: t('apis'), width: 80, cell: ({ kinds }) => <Kinds kinds={kinds} /> },
    ],
    [t],
  );
}

interface CellProps {
  readonly row: UnmanagedOperator;
}

function Name({ row: { name, kind, version } }: CellProps): ReactNode {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">{name}</p>
      <p className="text-sm break-words text-muted">
        {[version, kind].filter((part) => part !== undefined).join(' · ')}
      </p>
    </div>
  );
}

function Status({ row }: CellProps): ReactNode {
  const t = useTranslations('operators');
  const states = useTranslations('states');
  const { tone, state, reason, ready, desired } = row.status;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <StatusBadge tone={tone}>{reason ?? states(`workload.${state}`)}</StatusBadge>
      <p className="text-sm text-muted">{t('ready', { ready, desired })}</p>
    </div>
  );
}

function Origin({ row: { origin, namespace } }: CellProps): ReactNode {
  const t = useTranslations('unmanaged');
  const chart = origin.code === 'helm' ? origin.chart : undefined;
  return (
    <div className="min-w-0">
      <p className="break-words">{useOriginText(origin, namespace)}</p>
      {chart === undefined ? null : (
        <p className="text-sm break-words text-muted">{t('origin.chart', { chart })}</p>
      )}
    </div>
  );
}

/** @param home namespace of the workload, in which its release usually is */
function useOriginText(origin: UnmanagedOrigin, home: string): string {
  const t = useTranslations('unmanaged');
  switch (origin.code) {
    case 'helm': {
      const { release } = origin;
      if (release === undefined) return t('origin.helm');
      return t(release.namespace === home ? 'origin.helmRelease' : 'origin.helmReleaseIn', { ...release });
    }
    case 'managedBy':
      return origin.name;
    case 'madeBy':
      return `${origin.kind} ${origin.name}`;
    case 'manifests':
      return t('origin.manifests');
  }
}

/** Shown at once; the rest opens. */
const SHOWN = 5;

function Kinds({ kinds }: { readonly kinds: readonly UnownedKind[] }): ReactNode {
  const t = useTranslations('operators');
  const rest = kinds.slice(SHOWN);
  return (
    <>
      <KindLinks kinds={kinds.slice(0, SHOWN)} />
      {rest.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer text-sm text-muted hover:text-text">
            {t('more', { count: rest.length })}
          </summary>
          <KindLinks kinds={rest} />
        </details>
      )}
    </>
  );
}

function KindLinks({ kinds }: { readonly kinds: readonly UnownedKind[] }): ReactNode {
  const scope = useScope();
  return (
    <ul className="flex flex-col">
      {kinds.map(({ group, plural, kind, version }) => (
        <li key={`${plural}.${group}`} className="min-w-0">
          {version === undefined ? (
            <span className="block truncate text-muted">{kind}</span>
          ) : (
            <Link
              href={urls.instances({ group, plural, version }, scope)}
              title={`${kind}.${group}`}
              className="block truncate text-muted hover:text-text hover:underline"
            >
              {kind}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
