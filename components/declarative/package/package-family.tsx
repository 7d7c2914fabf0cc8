'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { familyTree, type FamilyNode } from '#lib/kudo/views/family-tree.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { urls } from '#lib/urls.ts';
import { useFamily } from '../install/use-family.ts';
import type { OperatorPackage } from './use-operator-package.ts';

interface PackageFamilyProps {
  readonly of: OperatorPackage;
  readonly view: PackageView;
  readonly files: PackageFiles;
}

/** The operators that this one installs, with theirs; nothing where there are none. */
export function PackageFamily({ of, view, files }: PackageFamilyProps): ReactNode {
  const t = useTranslations('operator-packages');
  const installs = view.tasks.flatMap(({ installs: one }) => one ?? []);
  const family = useFamily(of.at, versionKey(of.version), files);
  if (installs.length === 0) return null;
  const tree = family.state === 'ready' ? familyTree(family.members) : undefined;
  // Those in the package itself have no page of their own.
  const own = new Set(installs.flatMap(({ reference }) => (reference.includes('/') ? [] : [reference])));
  return (
    <Card title={t('dependencies')} description={t('dependenciesWhat')}>
      {family.state === 'loading' ? <SkeletonText lines={2} /> : null}
      {family.state === 'absent' ? <Notice tone="bad" title={t('noFamily')} details={family.why} /> : null}
      {tree === undefined ? null : <Branches of={of} nodes={tree.children} linked={own} />}
    </Card>
  );
}

interface BranchesProps {
  readonly of: OperatorPackage;
  readonly nodes: readonly FamilyNode[];
  readonly linked: ReadonlySet<string>;
}

function Branches({ of, nodes, linked }: BranchesProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  return (
    <ul className="flex flex-col gap-1.5">
      {nodes.map(({ operator, version, appVersion, children }, index) => (
        <li key={index} className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words">
            {linked.has(operator) ? (
              <Link
                href={urls.operatorPackage({ ...of.at, package: operator }, scope)}
                className="text-accent underline-offset-2 hover:underline"
              >
                {operator}
              </Link>
            ) : (
              <span>{operator}</span>
            )}
            <span className="text-sm text-muted">
              {appVersion === undefined ? version : t('versionOfApp', { version, app: appVersion })}
            </span>
          </div>
          {children.length === 0 ? null : (
            <div className="mt-1.5 ms-1.5 border-s border-line ps-3">
              <Branches of={of} nodes={children} linked={linked} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
