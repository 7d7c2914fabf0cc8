'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useChangePolicy } from '#components/data/change-policy.ts';
import { useSession } from '#components/data/use-api.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { ChangePolicy, Lifecycle, Session } from '#lib/session.ts';
import type { Translate } from '#messages/types.ts';
import { LanguageMenu } from './language-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';

function lifecyclesOf(
  t: Translate<'shell'>,
): Readonly<Record<Lifecycle, { tone: Tone; label: string; title: string } | undefined>> {
  return {
    capstan: {
      tone: 'neutral',
      label: t('lifecycle.capstan'),
      title: t('lifecycle.capstanTitle'),
    },
    olm: {
      tone: 'neutral',
      label: 'OLM',
      title: t('lifecycle.olmTitle'),
    },
    none: { tone: 'warn', label: t('lifecycle.none'), title: t('lifecycle.noneTitle') },
    unknown: undefined,
  };
}

function policiesOf(
  t: Translate<'shell'>,
): Readonly<Record<ChangePolicy, { label: string; title: string } | undefined>> {
  return {
    apply: undefined,
    gitops: { label: 'GitOps', title: t('gitopsTitle') },
    readOnly: { label: t('readOnly'), title: t('readOnlyTitle') },
  };
}

/** Which cluster this is, who looks after operators in it, and the colours. */
export function ClusterCard(): ReactNode {
  const session = useSession();
  return (
    <div className="flex items-center gap-2 border-t border-line p-3">
      <div className="min-w-0 grow">
        {session.data === undefined ? (
          <ClusterSkeleton failed={session.error !== undefined} />
        ) : (
          <Cluster session={session.data} />
        )}
      </div>
      <LanguageMenu />
      <SettingsMenu />
    </div>
  );
}

function ClusterSkeleton({ failed }: { readonly failed: boolean }): ReactNode {
  const t = useTranslations('shell');
  if (failed) return <p className="text-sm text-muted">{t('clusterUnknown')}</p>;
  return (
    <div className="flex flex-col gap-2 py-1">
      <Skeleton className="h-3.5 w-24" />
      <Skeleton className="h-3 w-32" />
    </div>
  );
}

function Cluster({ session }: { readonly session: Session }): ReactNode {
  const t = useTranslations('shell');
  const { cluster, lifecycle, mode, user } = session;
  const policy = policiesOf(t)[useChangePolicy()];
  const badge = lifecyclesOf(t)[lifecycle];
  return (
    <>
      <p className="truncate font-medium" title={`${cluster.name} · ${cluster.server}`}>
        {cluster.name}
      </p>
      <p className="truncate text-sm text-muted" title={t('signedInAs', { user: user.name })}>
        {mode === 'local' ? t('localCluster') : user.name}
        {cluster.version === undefined ? '' : ` · ${cluster.version}`}
      </p>
      <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
        {badge === undefined ? null : (
          <Badge tone={badge.tone} title={badge.title}>
            {badge.label}
          </Badge>
        )}
        {policy === undefined ? null : <Badge title={policy.title}>{policy.label}</Badge>}
      </p>
    </>
  );
}
