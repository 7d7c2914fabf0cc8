'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { restarting } from '#lib/olm/foresight/subscription-edit.ts';
import type { ClusterServiceVersion, Subscription, SubscriptionConfig } from '#lib/olm/api/types.ts';

interface WrittenCardProps {
  readonly subscription: Subscription;
  /** The same with what is changed. */
  readonly after: KubeObject;
  /** The version that is installed, where it is known. */
  readonly csv: ClusterServiceVersion | undefined;
}

const WrittenDiff = dynamic(() => import('./written-diff.tsx').then((module) => module.WrittenDiff), {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
});

/** What saving writes, line by line, and which pods it starts again. */
export function WrittenCard({ subscription, after, csv }: WrittenCardProps): ReactNode {
  const t = useTranslations('subscriptions');
  const restarts = restarting(csv, subscription.spec.config, configOf(after));
  return (
    <Card title={t('preview')} flush>
      {restarts.length === 0 ? null : (
        <div className="p-4">
          <Notice
            tone="warn"
            title={t('restarts', { count: restarts.length })}
            details={<span className="font-mono text-sm wrap-anywhere">{restarts.join(', ')}</span>}
          />
        </div>
      )}
      {after === subscription ? (
        <p className="px-4 py-3 text-muted">{t('previewNone')}</p>
      ) : (
        <WrittenDiff label={t('preview')} before={subscription} after={after} />
      )}
    </Card>
  );
}

/** The form has made it of what the object had. */
function configOf({ spec }: KubeObject): SubscriptionConfig | undefined {
  return typeof spec === 'object' && spec !== null && 'config' in spec && isConfig(spec.config)
    ? spec.config
    : undefined;
}

function isConfig(value: unknown): value is SubscriptionConfig {
  return typeof value === 'object' && value !== null;
}
