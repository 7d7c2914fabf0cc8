'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ObjectRef } from '#lib/k8s/object.ts';
import type { InstanceNode } from '#lib/kudo/views/instance-tree.ts';
import { urls } from '#lib/urls.ts';
import { ExecutionStatus } from './execution-status.tsx';

interface InstanceFamilyProps {
  readonly tree: InstanceNode;
  /** Who installed it, where that was another instance. */
  readonly parent: Required<ObjectRef> | undefined;
}

const LINK = 'min-w-0 break-all text-accent underline-offset-2 hover:underline';

/** The instances that this one installed, each with how its last plan is; nothing where there are none. */
export function InstanceFamily({ tree, parent }: InstanceFamilyProps): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  if (parent === undefined && tree.children.length === 0) return null;
  return (
    <Card title={t('family')}>
      <div className="flex min-w-0 flex-col gap-3">
        {parent === undefined ? null : (
          <p className="flex min-w-0 flex-wrap gap-x-2">
            <span className="text-muted">{t('installedBy')}</span>
            <Link href={urls.declarativeInstance(parent, scope)} className={LINK}>
              {parent.name}
            </Link>
          </p>
        )}
        {tree.children.length === 0 ? null : <Branches nodes={tree.children} label={t('installs')} />}
      </div>
    </Card>
  );
}

interface BranchesProps {
  readonly nodes: readonly InstanceNode[];
  readonly label: string;
}

function Branches({ nodes, label }: BranchesProps): ReactNode {
  const scope = useScope();
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {nodes.map((node) => (
        <li key={node.name} className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Link href={urls.declarativeInstance(node, scope)} className={LINK}>
              {node.name}
            </Link>
            <span className="flex items-center gap-2 text-sm text-muted">
              {node.plan?.name}
              <ExecutionStatus status={node.plan?.status ?? 'NEVER_RUN'} />
            </span>
          </div>
          {node.children.length === 0 ? null : (
            <div className="mt-2 ms-1.5 border-s border-line ps-3">
              <Branches nodes={node.children} label={node.name} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
