'use client';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ObjectParts } from '#components/frame/object-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { optional } from '#lib/base/loose.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { findingText } from '#lib/kudo/verify/verify.ts';
import type { PackageReading, PackageView } from '#lib/kudo/views/package-view.ts';
import { urls } from '#lib/urls.ts';
import { CreatedObjects } from './created-objects.tsx';
import { PackageOverview } from './package-overview.tsx';
import { PackageParameters } from './package-parameters.tsx';
import { PackageRights } from './package-rights.tsx';
import { PackageTasks } from './package-tasks.tsx';
import { PackageVersions } from './package-versions.tsx';
import type { OperatorPackage, PackageContent } from './use-operator-package.ts';

interface PackagePartsProps {
  readonly of: OperatorPackage;
  readonly content: Extract<PackageContent, { state: 'ready' }>;
}

/** What is in the package, once it is there. */
export function PackageParts({ of, content: { files, reading } }: PackagePartsProps): ReactNode {
  return (
    <>
      <Findings findings={reading.findings} />
      {reading.view === undefined ? null : (
        <Parts of={of} view={reading.view} files={files} findings={reading.findings.length} />
      )}
    </>
  );
}

function Findings({ findings }: { readonly findings: PackageReading['findings'] }): ReactNode {
  const t = useTranslations('operator-packages');
  if (findings.length === 0) return null;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <Notice
      tone={errors > 0 ? 'bad' : 'warn'}
      title={t('findings', { errors, warnings: findings.length - errors })}
      details={t(errors > 0 ? 'findingsErrors' : 'findingsWarnings')}
      expandLabel={t('findingsShow')}
    >
      <ul className="flex flex-col gap-1 font-mono text-xs">
        {findings.map((finding, index) => (
          <li key={index} className="break-words">
            {findingText(finding)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface PartsProps {
  readonly of: OperatorPackage;
  readonly view: PackageView;
  readonly files: PackageFiles;
  readonly findings: number;
}

function Parts({ of, view, files, findings }: PartsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const version = useSearchParams().get('version') ?? undefined;
  const tab = (id: string): string =>
    urls.operatorPackage(of.at, scope, optional({ version, tab: id === 'overview' ? undefined : id }));
  const parameters = view.groups.reduce((sum, group) => sum + group.parameters.length, 0);
  return (
    <ObjectParts
      label={t('parts')}
      hrefOf={tab}
      parts={[
        {
          id: 'overview',
          label: t('overview'),
          content: () => <PackageOverview of={of} view={view} files={files} findings={findings} />,
        },
        {
          id: 'parameters',
          label: t('parameters'),
          count: parameters,
          content: () => <PackageParameters view={view} />,
        },
        {
          id: 'tasks',
          label: t('tasks'),
          count: view.tasks.length,
          content: () => <PackageTasks view={view} />,
        },
        { id: 'objects', label: t('objects'), content: () => <CreatedObjects view={view} /> },
        { id: 'rights', label: t('rights'), content: () => <PackageRights of={of} files={files} /> },
        ...(of.versions.length < 2
          ? []
          : [
              {
                id: 'versions',
                label: t('versions'),
                count: of.versions.length,
                content: () => <PackageVersions of={of} view={view} />,
              },
            ]),
      ]}
    />
  );
}
