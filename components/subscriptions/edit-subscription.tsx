'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ChangedMeanwhile } from '#components/frame/changed-meanwhile.tsx';
import { LoadedSubscription } from '#components/olm/loaded-subscription.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { subscriptionDraftOf, draftPatch } from '#lib/olm/foresight/subscription-edit.ts';
import type { SubscriptionDraft } from '#lib/olm/foresight/subscription-edit.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import type { SubscriptionPreset } from '#lib/urls.ts';
import { homeOf } from './home.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import { withPreset } from './preset.ts';

interface EditSubscriptionProps {
  readonly namespace: string;
  readonly name: string;
}

/** Changes a Subscription: only the fields that were changed are written. */
export function EditSubscription({ namespace, name }: EditSubscriptionProps): ReactNode {
  const t = useTranslations('subscriptions');
  // Begins again with the object as it is then.
  const [round, setRound] = useState(0);
  return (
    <LoadedSubscription
      namespace={namespace}
      name={name}
      texts={{ gone: t('gone', { name, namespace }), why: t('goneWhy'), operators: t('operators') }}
    >
      {(item) => (
        <>
          <Header subscription={item} />
          <EditOne
            key={`${item.metadata.uid ?? ''}/${String(round)}`}
            subscription={item}
            fresh={round === 0}
            onAgain={() => {
              setRound(round + 1);
            }}
          />
        </>
      )}
    </LoadedSubscription>
  );
}

function Header({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('subscriptions');
  const scope = useScope();
  const { namespace = '', name = '' } = subscription.metadata;
  const { sourceNamespace, source, name: packageName } = subscription.spec;
  const icon = urls.icon({ catalogNamespace: sourceNamespace, catalog: source, package: packageName });
  return (
    <PageHeader
      breadcrumbs={[
        { label: t('operators'), href: urls.operators(scope) },
        { label: name, href: homeOf(subscription, scope) },
        { label: t('title', { name }) },
      ]}
      icon={<OperatorIcon src={icon} />}
      title={t('title', { name })}
      description={t('description', { name, namespace })}
    />
  );
}

interface EditOneProps {
  readonly subscription: Subscription;
  /** A link's proposals count only for the first round. */
  readonly fresh: boolean;
  readonly onAgain: () => void;
}

function EditOne({ subscription, fresh, onAgain }: EditOneProps): ReactNode {
  const t = useTranslations('subscriptions');
  const preset = usePreset();
  const [before] = useState(() => subscriptionDraftOf(subscription));
  const [draft, setDraft] = useState<SubscriptionDraft>(() =>
    fresh ? withPreset(before, preset, isInstalled(subscription)) : before,
  );
  const proposed = fresh && Object.keys(preset).length > 0;
  return (
    <>
      {draftPatch(before, subscriptionDraftOf(subscription)) === undefined ? null : (
        <ChangedMeanwhile
          texts={{ title: t('changedMeanwhile'), details: t('changedMeanwhileWhy'), again: t('beginAgain') }}
          onAgain={onAgain}
        />
      )}
      {proposed ? <Notice tone="info" title={t('presets')} /> : null}
      <SubscriptionForm subscription={subscription} before={before} draft={draft} onDraft={setDraft} />
    </>
  );
}

function isInstalled({ status }: Subscription): boolean {
  return status?.installedCSV !== undefined;
}

function usePreset(): SubscriptionPreset {
  const parameters = useSearchParams();
  const given = (['channel', 'csv', 'catalog'] as const).flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
