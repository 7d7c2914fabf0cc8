'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { describeCheck } from '#lib/access.ts';
import { accessOf } from '#lib/k8s/change.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { installPlan } from '#lib/kudo/views/package-install.ts';
import { useFamily } from '../install/use-family.ts';
import { usePlanRights } from '../install/use-plan-rights.ts';
import { RightsList } from '../rights-list.tsx';
import { useLimitWords } from './template-problem.tsx';
import type { OperatorPackage } from './use-operator-package.ts';

interface PackageRightsProps {
  readonly of: OperatorPackage;
  readonly files: PackageFiles;
}

/** What installing takes, and which of it the user has. */
export function PackageRights({ of, files }: PackageRightsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const family = useFamily(of.at, versionKey(of.version), files);
  if (family.state === 'loading') return <SkeletonText lines={6} />;
  if (family.state === 'absent') return <ErrorState title={t('noFamily')} message={family.why} />;
  return <Rights members={family.members} namespace={scope.namespace ?? of.at.package} />;
}

const NOTHING_THERE = { exists: undefined, operators: [], versions: [], instances: [] };
const NO_VALUES = {};

interface RightsProps {
  readonly members: readonly PackageObjects[];
  readonly namespace: string;
}

function Rights({ members, namespace }: RightsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const wish = { namespace, name: '', values: NO_VALUES };
  const changes = installPlan(members, wish, NOTHING_THERE)?.changes ?? [];
  const install = [...new Map(changes.map(accessOf).map((check) => [describeCheck(check), check])).values()];
  const plans = usePlanRights(members, wish);
  const words = useLimitWords();
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p className="text-muted">{t('rightsWhere', { namespace })}</p>
      <Card title={t('rightsInstall')} description={t('rightsInstallWhat')} flush>
        <RightsList checks={install} />
      </Card>
      <Card title={t('rightsPlans')} description={t('rightsPlansWhat')} flush>
        {plans === undefined ? (
          <div className="p-4">
            <SkeletonText lines={4} />
          </div>
        ) : (
          <>
            {plans.limit === undefined ? null : (
              <Notice tone="warn" title={t('rightsCut')} details={words(plans.limit)} />
            )}
            {plans.checks.length === 0 ? (
              <p className="p-4 text-muted">{t('rightsNone')}</p>
            ) : (
              <RightsList checks={plans.checks} />
            )}
          </>
        )}
      </Card>
    </div>
  );
}
