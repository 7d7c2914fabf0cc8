'use client';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import type { PlanReview, ReviewedOperator } from '#lib/olm/plan/review.ts';
import { urls } from '#lib/urls.ts';

/** Which operators the plan moves: a plan is approved as a whole. */
export function ReviewMoves({ review }: { readonly review: PlanReview }): ReactNode {
  const t = useTranslations('reviews');
  const { operators } = review;
  return (
    <Card
      title={t('moves', { count: operators.length })}
      {...(operators.length > 1 ? { description: t('movesTogether') } : {})}
      flush
    >
      <ul className="divide-y divide-line">
        {operators.map((operator) => (
          <Move key={operator.csv} operator={operator} namespace={review.namespace} />
        ))}
      </ul>
    </Card>
  );
}

interface MoveProps {
  readonly operator: ReviewedOperator;
  readonly namespace: string;
}

function Move({ operator, namespace }: MoveProps): ReactNode {
  const t = useTranslations('reviews');
  const { from, fresh, title, version, csv, offered } = operator;
  return (
    <li className="flex min-w-0 flex-col gap-1 px-4 py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium break-words">{title}</span>
        {from === undefined ? null : (
          <>
            <span className="text-muted tabular-nums" title={from.csv}>
              {from.version ?? from.csv}
            </span>
            <ArrowRight aria-label={t('to')} className="size-3.5 shrink-0 text-faint" />
          </>
        )}
        <span className="tabular-nums" title={csv}>
          {version ?? csv}
        </span>
        {fresh ? <Badge tone="info">{t('new')}</Badge> : null}
      </p>
      <Why operator={operator} namespace={namespace} />
      {from === undefined && !fresh ? <p className="text-sm text-muted">{t('fromUnknown')}</p> : null}
      {offered === undefined ? null : (
        <p className="text-sm break-words text-muted">{t('offersNow', { csv: offered })}</p>
      )}
    </li>
  );
}

function Why({ operator, namespace }: MoveProps): ReactNode {
  const t = useTranslations('reviews');
  const scope = useScope();
  const locale = useLocale();
  const { why, subscription, neededBy } = operator;
  const names = new Intl.ListFormat(locale).format(neededBy);
  return (
    <p className="text-sm break-words text-muted">
      {why === 'asked' && subscription !== undefined
        ? t.rich('whyAsked', {
            subscription,
            link: (words) => (
              <Link
                href={urls.subscription({ namespace, name: subscription }, scope)}
                className="text-accent underline underline-offset-2"
              >
                {words}
              </Link>
            ),
          })
        : t(why === 'dependency' ? 'whyDependency' : 'whyUnknown')}
      {neededBy.length === 0 ? null : ` ${t('neededBy', { names })}`}
    </p>
  );
}
