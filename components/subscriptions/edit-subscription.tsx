'use client';
import { useSearchParams } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EditPage } from '#components/frame/edit-page.tsx';
import { useSubscriptionFrame } from '#components/olm/subscription-frame.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { subscriptionDraftOf, draftPatch } from '#lib/olm/foresight/subscription-edit.ts';
import type { SubscriptionDraft } from '#lib/olm/foresight/subscription-edit.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls, type SubscriptionPreset } from '#lib/urls.ts';
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
  const frame = useSubscriptionFrame(
    { namespace, name },
    { gone: t('gone', { name, namespace }), why: t('goneWhy'), operators: t('operators') },
  );
  return (
    <EditPage
      {...frame}
      header={(item) => <Header subscription={item} />}
      draftOf={subscriptionDraftOf}
      differs={(before, now) => draftPatch(before, now) !== undefined}
      texts={{ title: t('changedMeanwhile'), details: t('changedMeanwhileWhy'), again: t('beginAgain') }}
    >
      {(item, before, fresh) => <EditOne subscription={item} before={before} fresh={fresh} />}
    </EditPage>
  );
}

function Header({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('subscriptions');
  const scope = useScope();
  const { namespace = '', name } = subscription.metadata;
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
  readonly before: SubscriptionDraft;
  /** A link's proposals count only for the first round. */
  readonly fresh: boolean;
}

function EditOne({ subscription, before, fresh }: EditOneProps): ReactNode {
  const t = useTranslations('subscriptions');
  const preset = usePreset();
  const [draft, setDraft] = useState<SubscriptionDraft>(() =>
    fresh ? withPreset(before, preset, isInstalled(subscription)) : before,
  );
  return (
    <>
      {fresh && Object.keys(preset).length > 0 ? <Notice tone="info" title={t('presets')} /> : null}
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
