'use client';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { MatchList } from '#components/olm/match-list.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { AggregatedApi, CsvWebhook } from '#lib/olm/api/catalog.ts';

const WEBHOOK_KINDS: Readonly<Record<string, 'conversion' | 'mutating' | 'validating'>> = {
  ConversionWebhook: 'conversion',
  MutatingAdmissionWebhook: 'mutating',
  ValidatingAdmissionWebhook: 'validating',
};

/** Names shown at first. */
const SHOWN = 12;

interface WebhooksProps {
  readonly webhooks: readonly CsvWebhook[];
}

interface NoticesProps extends WebhooksProps {
  readonly apis: readonly AggregatedApi[];
}

/** What the webhooks and the aggregated APIs of a version mean for others, and which they are. */
export function WebhookNotices({ webhooks, apis }: NoticesProps): ReactNode {
  return (
    <MoreMessages group="webhooks">
      <ClosingNotice webhooks={webhooks} />
      {webhooks.length === 0 ? null : <WebhooksNotice webhooks={webhooks} />}
      {apis.length === 0 ? null : <ApisNotice apis={apis} />}
    </MoreMessages>
  );
}

/** What stands before an install: whom the operator could keep from what is not its own. */
export function ClosingWarning({ webhooks }: WebhooksProps): ReactNode {
  return (
    <MoreMessages group="webhooks">
      <ClosingNotice webhooks={webhooks} />
    </MoreMessages>
  );
}

function ApisNotice({ apis }: Pick<NoticesProps, 'apis'>): ReactNode {
  const t = useTranslations('webhooks');
  return (
    <Notice
      tone="info"
      title={t('aggregatedApis')}
      details={t('aggregatedApisWhy')}
      expandLabel={t('showWhich')}
    >
      <MatchList rows={apis.map(({ name, kinds: matches }) => ({ name, matches }))} />
    </Notice>
  );
}

/** What others could not do while the operator does not answer. */
function ClosingNotice({ webhooks }: WebhooksProps): ReactNode {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const kinds = [...new Set(webhooks.flatMap(({ closesOn = [] }) => closesOn))];
  if (kinds.length === 0) return null;
  const title = t('closesOn', { kinds: new Intl.ListFormat(locale).format(kinds) });
  return <Notice tone="warn" title={title} details={t('closesOnWhy')} />;
}

function WebhooksNotice({ webhooks }: WebhooksProps): ReactNode {
  const t = useTranslations('webhooks');
  const [all, setAll] = useState(false);
  const kindOf = (type: string): string => {
    const kind = WEBHOOK_KINDS[type];
    return kind === undefined ? type : t(`kind.${kind}`);
  };
  const shown = all ? webhooks : webhooks.slice(0, SHOWN);
  return (
    <Notice tone="info" title={t('webhooks')} details={t('webhooksWhy')} expandLabel={t('showWhich')}>
      <MatchList
        rows={shown.map(({ name, type, matches }) => ({ name: `${name} (${kindOf(type)})`, matches }))}
      />
      {shown.length === webhooks.length ? null : (
        <button
          type="button"
          className="mt-2 text-sm text-accent underline underline-offset-2"
          onClick={() => setAll(true)}
        >
          {t('showAll', { count: webhooks.length })}
        </button>
      )}
    </Notice>
  );
}
