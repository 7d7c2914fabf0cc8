'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import { versionKey, type RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import { withoutPasswords } from '#lib/kudo/views/hidden-values.ts';
import { versionDifference } from '#lib/kudo/views/package-install.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { renderedText } from '#lib/kudo/views/rendered-text.ts';
import { Difference } from '../install/difference.tsx';
import { ManifestDiff } from '../install/manifest-diff.tsx';
import { usePackageContent, useVersionLabel, type OperatorPackage } from './use-operator-package.ts';

interface PackageVersionsProps {
  readonly of: OperatorPackage;
  readonly view: PackageView;
}

/** The version that is shown beside another one: what is different, and what that makes of the same values. */
export function PackageVersions({ of, view }: PackageVersionsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const others = of.versions.filter((version) => version !== of.version);
  const older = of.versions[of.versions.indexOf(of.version) + 1];
  const label = useVersionLabel();
  const [chosen, setChosen] = useState<string>();
  const other = others.find((one) => versionKey(one) === chosen) ?? older ?? others[0];
  if (other === undefined) return null;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field label={t('compareWith')} className="sm:w-64">
        <Select
          value={versionKey(other)}
          options={others.map((one) => ({ value: versionKey(one), label: label(one) }))}
          onChange={setChosen}
        />
      </Field>
      <Compared key={versionKey(other)} of={of} view={view} other={other} />
    </div>
  );
}

interface ComparedProps extends PackageVersionsProps {
  readonly other: RepositoryVersion;
}

function Compared({ of, view, other }: ComparedProps): ReactNode {
  const t = useTranslations('operator-packages');
  const label = useVersionLabel();
  const content = usePackageContent(of.at, other);
  if (content.state === 'loading') return <SkeletonText lines={6} />;
  if (content.state === 'absent') return <ErrorState title={t('noFiles')} message={content.why} />;
  const before = content.reading.view;
  if (before === undefined)
    return <ErrorState title={t('noFiles')} message={content.reading.findings[0]?.message ?? ''} />;
  const made = ({ version }: PackageView): string =>
    renderedText(
      version,
      { namespace: 'default', name: '', values: withoutPasswords(version, {}) },
      DEPLOY_PLAN,
    );
  return (
    <>
      <Difference
        difference={versionDifference(before.version, view.version)}
        title={t('fromTo', { from: label(other), to: label(of.version) })}
      />
      <ManifestDiff title={t('manifestsDefault')} before={made(before)} after={made(view)} />
    </>
  );
}
