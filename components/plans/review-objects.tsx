'use client';
import { ChevronRight } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { PlanReview, ReviewedOperator } from '#lib/olm/plan/review.ts';
import type { ObjectChange, ReviewedObject } from '#lib/olm/plan/review-object.ts';

const TONES: Readonly<Record<ObjectChange, Tone>> = {
  created: 'good',
  changed: 'info',
  unchanged: 'neutral',
  kept: 'neutral',
  unknown: 'warn',
};
const ORDER: readonly ObjectChange[] = ['created', 'changed', 'unchanged', 'kept', 'unknown'];

/** Editor and YAML library come when the first difference is opened. */
const StepDiff = dynamic(() => import('./step-diff.tsx').then((module) => module.StepDiff), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
});

/** Every object of the plan, by operator, with what changes in it. */
export function ReviewObjects({ review }: { readonly review: PlanReview }): ReactNode {
  const t = useTranslations('reviews');
  const { operators, totals } = review;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-semibold">{t('objects')}</h2>
        {ORDER.filter((change) => totals[change] > 0).map((change) => (
          <Badge key={change} tone={TONES[change]}>
            {t(`total.${change}`, { count: totals[change] })}
          </Badge>
        ))}
      </header>
      {operators.map((operator) => (
        <Operator key={operator.csv} operator={operator} review={review} />
      ))}
    </section>
  );
}

interface OperatorProps {
  readonly operator: ReviewedOperator;
  readonly review: PlanReview;
}

function Operator({ operator, review }: OperatorProps): ReactNode {
  const t = useTranslations('reviews');
  const { title, version, csv, objects } = operator;
  return (
    <section className="min-w-0">
      {review.operators.length === 1 ? null : (
        <h3 className="mb-1.5 text-sm break-words text-muted">
          {t('objectsOf', { name: [title, version ?? csv].join(' '), count: objects.length })}
        </h3>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {objects.map((object) => (
          <ObjectRow key={object.step} object={object} review={review} />
        ))}
        {objects.length === 0 ? <li className="px-4 py-3 text-muted">{t('noObjects')}</li> : null}
      </ul>
    </section>
  );
}

interface ObjectRowProps {
  readonly object: ReviewedObject;
  readonly review: PlanReview;
}

function ObjectRow({ object, review }: ObjectRowProps): ReactNode {
  const t = useTranslations('reviews');
  const id = useId();
  const [open, setOpen] = useState(false);
  const { kind, name, change } = object;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full min-w-0 items-center gap-2.5 px-3 py-2 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
        <span className="flex min-w-0 grow flex-col gap-x-3 sm:flex-row sm:items-center">
          <span className="shrink-0 truncate text-sm text-muted sm:w-48" title={kind}>
            {kind}
          </span>
          <MiddleTruncate text={name} className="font-mono text-sm" />
        </span>
        <Badge tone={TONES[change]}>{t(`change.${change}`)}</Badge>
      </button>
      {open ? (
        <div id={id} className="flex min-w-0 flex-col gap-3 border-t border-line bg-sunken p-3">
          <About object={object} />
          <StepDiff review={review} object={object} />
        </div>
      ) : null}
    </li>
  );
}

function About({ object }: { readonly object: ReviewedObject }): ReactNode {
  const t = useTranslations('reviews');
  const { why, message, paths, morePaths, comparedWith, change, clusterScoped } = object;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm text-muted">
      <p className="break-words">
        {object.api} ·{' '}
        {clusterScoped ? t('ofCluster') : t('ofNamespace', { namespace: object.namespace ?? '–' })}
      </p>
      {why === undefined ? null : (
        <p className="break-words text-text">
          {t(`why.${why}`)}
          {message === undefined ? null : ` ${message}`}
        </p>
      )}
      {change === 'kept' ? <p className="break-words">{t('keptWhy')}</p> : null}
      {comparedWith === undefined ? null : (
        <p className="break-words">{t('comparedWith', { comparedWith })}</p>
      )}
      {comparedWith === undefined && paths.length > 0 ? (
        <div>
          <p>{t('changesAt')}</p>
          <ul className="font-mono text-xs text-text">
            {paths.map((path) => (
              <li key={path} className="break-all">
                {shortPath(path)}
              </li>
            ))}
          </ul>
          {morePaths === 0 ? null : <p>{t('more', { count: morePaths })}</p>}
        </div>
      ) : null}
    </div>
  );
}

/** In schemas every field is some steps below the one above it. */
function shortPath(path: string): string {
  return path.replace('.schema.openAPIV3Schema.properties.', ' ').replaceAll('.properties.', '.');
}
