'use client';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { CsvWebhook } from '#lib/olm/api/catalog.ts';

/** Names shown at first. */
const SHOWN = 12;

interface WebhooksProps {
  readonly webhooks: readonly CsvWebhook[];
}

/** What the webhooks of a version mean for others, and which they are. */
export function WebhookNotices({ webhooks }: WebhooksProps): ReactNode {
  return (
    <MoreMessages group="webhooks">
      <ClosingNotice webhooks={webhooks} />
      <WebhooksNotice webhooks={webhooks} />
    </MoreMessages>
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
  const shown = all ? webhooks : webhooks.slice(0, SHOWN);
  return (
    <Notice tone="info" title={t('webhooks')} details={t('webhooksWhy')} expandLabel={t('showWhich')}>
      <ul className="flex flex-wrap gap-1.5">
        {shown.map(({ name, type }) => (
          <li key={`${type}/${name}`} className="max-w-full">
            <Badge title={type}>{name}</Badge>
          </li>
        ))}
        {shown.length === webhooks.length ? null : (
          <li>
            <button
              type="button"
              className="text-sm text-accent underline underline-offset-2"
              onClick={() => setAll(true)}
            >
              {t('showAll', { count: webhooks.length })}
            </button>
          </li>
        )}
      </ul>
    </Notice>
  );
}
