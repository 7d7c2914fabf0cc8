'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Card, FactList, type Fact } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

interface SubscriptionFactsProps {
  readonly subscription: Subscription;
  readonly plan: InstallPlan | undefined;
}

/** What a Subscription asks for and where it stands. */
export function SubscriptionFactList({ subscription, plan }: SubscriptionFactsProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { spec, status, metadata } = subscription;
  const { namespace = '' } = metadata;
  const at = { catalogNamespace: spec.sourceNamespace, catalog: spec.source, package: spec.name };
  const link = 'text-accent hover:underline';
  const facts: (Fact | undefined)[] = [
    {
      label: t('package'),
      value: (
        <Link href={urls.package(at, scope)} className={link}>
          {spec.name}
        </Link>
      ),
    },
    { label: t('catalog'), value: `${spec.sourceNamespace}/${spec.source}` },
    { label: t('channel'), value: spec.channel ?? t('defaultChannel') },
    { label: t('approval'), value: t(`approvals.${spec.installPlanApproval ?? 'Automatic'}`) },
    spec.startingCSV === undefined
      ? undefined
      : { label: t('beganWith'), value: <MiddleTruncate text={spec.startingCSV} /> },
    status?.installedCSV === undefined
      ? undefined
      : { label: t('installed'), value: <MiddleTruncate text={status.installedCSV} /> },
    plan === undefined
      ? undefined
      : {
          label: t('plan'),
          value: (
            <Link href={urls.plan({ namespace, name: plan.metadata.name }, scope)} className={link}>
              {plan.metadata.name}
            </Link>
          ),
        },
    { label: t('created'), value: <RelativeTime at={metadata.creationTimestamp} /> },
  ];
  return (
    <Card title="Subscription">
      <FactList facts={facts.filter((fact) => fact !== undefined)} />
    </Card>
  );
}
