'use client';
import type { ReactNode } from 'react';
import { useChangePolicy } from '#components/data/change-policy.ts';
import { useSession } from '#components/data/use-api.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { ChangePolicy, Lifecycle, Session } from '#lib/session.ts';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const LIFECYCLES: Readonly<Record<Lifecycle, { tone: Tone; label: string; title: string } | undefined>> = {
  capstan: {
    tone: 'neutral',
    label: 'Capstan controller',
    title: 'Capstan’s own controller installs operators here.',
  },
  olm: {
    tone: 'neutral',
    label: 'OLM',
    title: 'The Operator Lifecycle Manager of this cluster installs operators.',
  },
  none: { tone: 'warn', label: 'No controller', title: 'Nothing in this cluster carries out installations.' },
  unknown: undefined,
};

const POLICIES: Readonly<Record<ChangePolicy, { label: string; title: string } | undefined>> = {
  apply: undefined,
  gitops: { label: 'GitOps', title: 'Actions hand out the YAML to commit; the console changes nothing.' },
  readOnly: { label: 'Read-only', title: 'This console refuses every change.' },
};

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
      <ThemeMenu />
    </div>
  );
}

function ClusterSkeleton({ failed }: { readonly failed: boolean }): ReactNode {
  if (failed) return <p className="text-sm text-muted">The cluster’s name could not be read.</p>;
  return (
    <div className="flex flex-col gap-2 py-1">
      <Skeleton className="h-3.5 w-24" />
      <Skeleton className="h-3 w-32" />
    </div>
  );
}

function Cluster({ session }: { readonly session: Session }): ReactNode {
  const { cluster, lifecycle, lifecycleReason, mode, user } = session;
  const policy = POLICIES[useChangePolicy()];
  const badge = LIFECYCLES[lifecycle];
  return (
    <>
      <p className="truncate font-medium" title={`${cluster.name} · ${cluster.server}`}>
        {cluster.name}
      </p>
      <p className="truncate text-sm text-muted" title={`Signed in as ${user.name}`}>
        {mode === 'local' ? 'Local cluster' : user.name}
        {cluster.version === undefined ? '' : ` · ${cluster.version}`}
      </p>
      <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
        {badge === undefined ? null : (
          <Badge tone={badge.tone} title={lifecycleReason ?? badge.title}>
            {badge.label}
          </Badge>
        )}
        {policy === undefined ? null : <Badge title={policy.title}>{policy.label}</Badge>}
      </p>
    </>
  );
}
