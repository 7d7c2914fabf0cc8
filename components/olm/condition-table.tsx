'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Since } from '#components/ui/relative-time.tsx';
import { Table } from '#components/ui/table/table.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import type { Condition } from '#lib/k8s/object.ts';
import type { Translate } from '#messages/types.ts';
import { usePhrase } from '#messages/phrases.ts';
import { useStateWords } from './state-words.ts';

function columnsOf(t: Translate<'olm'>): readonly Column<Condition>[] {
  return [
    {
      id: 'type',
      header: t('type'),
      bare: true,
      width: 60,
      cell: ({ type }) => <Type type={type} />,
    },
    { id: 'status', header: t('status'), width: 24, cell: ({ status }) => status },
    {
      id: 'why',
      header: t('why'),
      cell: Why,
    },
    {
      id: 'since',
      header: t('since'),
      width: 36,
      cell: ({ lastTransitionTime }) => <Since at={lastTransitionTime} />,
    },
  ];
}

/** Conditions as `meta/v1` has them, with their reasons in plain words. */
export function ConditionTable({ conditions }: { readonly conditions: readonly Condition[] }): ReactNode {
  const t = useTranslations('olm');
  if (conditions.length === 0) return null;
  return (
    <section aria-label={t('conditions')} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">{t('conditions')}</h2>
      <Table
        fixed
        caption={t('conditions')}
        columns={columnsOf(t)}
        rows={conditions}
        rowKey={({ type }) => type}
      />
    </section>
  );
}

/** In words where there are any, and as it stands in the object. */
function Type({ type }: { readonly type: string }): ReactNode {
  const words = useStateWords().condition(type);
  return (
    <div className="min-w-0 break-words">
      <span className="font-medium">{words?.label ?? type}</span>
      {words === undefined ? null : <p className="font-mono text-xs text-muted">{type}</p>}
    </div>
  );
}

/** What the reason means, or else the type where it holds; the message has the particulars. */
function Why({ type, status, reason, message }: Condition): ReactNode {
  const words = useStateWords();
  const holds = status === 'True' ? words.condition(type)?.means : undefined;
  return <ReasonInWords {...{ reason, message }} otherwise={holds} />;
}

interface ReasonInWordsProps {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Of a reason that we do not know; else it stands as it is. */
  readonly otherwise?: string | undefined;
}

/** What a reason means, above the message with its particulars. */
export function ReasonInWords({ reason, message, otherwise }: ReasonInWordsProps): ReactNode {
  const phrase = usePhrase();
  const words = useStateWords();
  return (
    <div className="min-w-0 break-words">
      {words.means(reason) ?? otherwise ?? reason}
      {message === undefined || message === '' ? null : (
        <p className="text-sm text-muted">{phrase(message)}</p>
      )}
    </div>
  );
}
