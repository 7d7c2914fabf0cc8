'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import type { BroughtBundle, OtherEffect, WhatIf } from '#lib/olm/foresight/what-if.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { ExplanationView, type Picking } from './explanation-view.tsx';
import { catalogName } from './fact-words.ts';

interface PartProps {
  readonly answer: WhatIf;
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

/** Dependencies of the Subscription in question. */
export function ComesAlong({ answer }: PartProps): ReactNode {
  const t = useTranslations('resolution');
  const along = (answer.plan?.brings ?? []).filter(({ own, kind }) => own && kind === 'dependency');
  if (along.length === 0) return null;
  return (
    <Part title={t('whatIf.comes')}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {along.map(({ csv, catalog, channel, requiredBy = [] }) => (
          <li key={csv} className="px-3 py-2">
            <p className="font-mono text-sm wrap-anywhere">{csv}</p>
            <p className="text-sm wrap-anywhere text-muted">
              {t('whatIf.comesWhy', {
                list: requiredBy.join(', '),
                ...{ channel, catalog: catalogName(catalog) },
              })}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Whether somebody has to approve, and what else moves with it. */
export function PlanPart({ answer, subscription }: PartProps & { readonly subscription: string }): ReactNode {
  const t = useTranslations('resolution');
  const { plan } = answer;
  if (plan === undefined) return null;
  const others = plan.brings.filter(({ own }) => !own);
  return (
    <Part title={t('whatIf.plan')}>
      <p className="text-muted">{approvalWords(t, plan, subscription)}</p>
      {others.length === 0 ? null : (
        <>
          <p>{t(plan.waits ? 'whatIf.alsoApproving' : 'whatIf.alsoAutomatic')}</p>
          <ul className="flex list-disc flex-col gap-0.5 ps-5">
            {others.map((bundle) => (
              <li key={`${bundle.subscription}/${bundle.csv}`} className="wrap-anywhere">
                {broughtWords(t, bundle)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function approvalWords(
  t: Translate<'resolution'>,
  { waits, manual }: NonNullable<WhatIf['plan']>,
  subscription: string,
): string {
  if (!waits) return t('whatIf.automatic');
  if (manual.includes(subscription)) return t('whatIf.waitsOwn');
  return t('whatIf.waitsOthers', { list: manual.join(', '), count: manual.length });
}

function broughtWords(t: Translate<'resolution'>, { kind, csv, replaces = '' }: BroughtBundle): string {
  return t(`whatIf.brings.${kind}`, { csv, replaces });
}

interface OthersProps extends PartProps {
  readonly namespace: string;
  readonly picking: Picking;
}

/** Subscriptions for which something else comes out than now. */
export function Others({ answer, namespace, picking }: OthersProps): ReactNode {
  const t = useTranslations('resolution');
  if (answer.others.length === 0) return null;
  return (
    <Part title={t('whatIf.others')}>
      <ul className="flex flex-col gap-2">
        {answer.others.map((other) => (
          <li key={other.subscription}>
            <Other other={other} namespace={namespace} picking={picking} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Other({
  other,
  namespace,
  picking,
}: Omit<OthersProps, 'answer'> & { readonly other: OtherEffect }): ReactNode {
  const t = useTranslations('resolution');
  const { subscription, before, after } = other;
  if (after.kind === 'unresolvable' || after.kind === 'undecided') {
    return (
      <Notice
        tone="bad"
        title={t('whatIf.other.fails', { subscription })}
        details={<ExplanationView explanation={after.explanation} namespace={namespace} picking={picking} />}
      />
    );
  }
  const words =
    before.kind === 'unresolvable' || before.kind === 'undecided'
      ? t('whatIf.other.works', { subscription })
      : after.kind === 'current'
        ? t('whatIf.other.stays', { subscription })
        : t('whatIf.other.changes', { subscription, csv: after.chosen.csv });
  return <StatusBadge tone="info">{words}</StatusBadge>;
}

/** Approvals that are waited for already. */
export function Waiting({ answer, namespace }: PartProps & { readonly namespace: string }): ReactNode {
  const t = useTranslations('resolution');
  const scope = useScope();
  return answer.waiting.map(({ plan, csvs }) => (
    <p key={plan} className="wrap-anywhere text-muted">
      <Link
        href={urls.plan({ namespace, name: plan }, scope)}
        className="text-accent underline underline-offset-2"
      >
        {t('whatIf.waiting', { plan, csvs: csvs.join(', ') })}
      </Link>
    </p>
  ));
}

export function HiddenNote({ answer }: PartProps): ReactNode {
  const t = useTranslations('resolution');
  return answer.hidden ? <p className="text-sm text-muted">{t('whatIf.hidden')}</p> : null;
}
