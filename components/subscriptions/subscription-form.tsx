'use client';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { useWatchOne } from '#components/data/use-watch.ts';
import { WhatIfCard } from '#components/olm/what-if.tsx';
import { Card } from '#components/ui/card.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { draftPatch, patched, wantedOf } from '#lib/olm/foresight/subscription-edit.ts';
import type { SubscriptionDraft } from '#lib/olm/foresight/subscription-edit.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { ConfigFields } from './config-section.tsx';
import { withPreset } from './preset.ts';
import { SavePart } from './save-part.tsx';
import { VersionFields } from './version-fields.tsx';
import { WrittenCard } from './written-card.tsx';

interface SubscriptionFormProps {
  readonly subscription: Subscription;
  readonly before: SubscriptionDraft;
  readonly draft: SubscriptionDraft;
  readonly onDraft: (change: (draft: SubscriptionDraft) => SubscriptionDraft) => void;
}

/** The choices, and beside them what they lead to and what is written. */
export function SubscriptionForm({ subscription, before, draft, onDraft }: SubscriptionFormProps): ReactNode {
  const t = useTranslations('subscriptions');
  const [wrong, setWrong] = useState(0);
  const { namespace = '', name, resourceVersion } = subscription.metadata;
  const installed = subscription.status?.installedCSV;
  const pkg = usePackage(draft.catalog, subscription.spec.name);
  const csv = useWatchOne<ClusterServiceVersion>(
    resources.clusterServiceVersions,
    installed === undefined ? undefined : { namespace, name: installed },
  );
  const setConfig = useCallback(
    (config: unknown, faults: number) => {
      onDraft((now) => ({ ...now, config }));
      setWrong(faults);
    },
    [onDraft],
  );
  const patch = draftPatch(before, draft);
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={t('versions')} description={t('versionsWhat')}>
          <VersionFields
            subscription={subscription}
            pkg={pkg}
            draft={draft}
            onChange={(change) => onDraft((now) => ({ ...now, ...change }))}
          />
        </Card>
        <Card title={t('config')} description={t('configWhat')}>
          <ConfigFields initial={before.config} namespace={namespace} name={name} onChange={setConfig} />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <WhatIfCard
          question={{ namespace, change: { kind: 'put', subscription: wantedOf(subscription, draft) } }}
          about={resourceVersion ?? ''}
          settled
          picking={{
            subscription: name,
            pick: (preset) => onDraft((now) => withPreset(now, preset, installed !== undefined)),
          }}
        />
        <WrittenCard subscription={subscription} after={patched(subscription, patch)} csv={csv.item} />
      </div>
      <SavePart subscription={subscription} patch={patch} wrong={wrong} />
    </div>
  );
}

/** Undefined while it is not known, or where the catalog has no such package. */
function usePackage(catalog: string, name: string): PackageDetail | 'absent' | undefined {
  const [catalogNamespace = '', catalogName = ''] = catalog.split('/');
  const detail = useApi<PackageDetail>(
    urls.api.package({ catalogNamespace, catalog: catalogName, package: name }),
  );
  if (detail.state === 'loading') return undefined;
  return detail.state === 'ready' ? detail.data : 'absent';
}
