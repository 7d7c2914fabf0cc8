'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PermissionList } from '#components/olm/permission-list.tsx';
import { RiskLine } from '#components/olm/risk-line.tsx';
import { useWayBackTitle, WayBackReasons } from '#components/olm/way-back.tsx';
import { Card } from '#components/ui/card.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import type { Risk } from '#lib/olm/content/permission-risks.ts';
import { allRisks, permissionSummaries } from '#lib/olm/content/permission-words.ts';
import type { PlanReview, ReviewedOperator } from '#lib/olm/plan/review.ts';
import type { ReviewedObject } from '#lib/olm/plan/review-object.ts';
import { usePhrase } from '#messages/phrases.ts';
import { MatchList } from '#components/olm/match-list.tsx';
import { FindingItem, More } from './finding.tsx';
import { ReviewCrds } from './review-crds.tsx';

/** What deserves a look before anybody approves: new rights, definitions that take something away, the whole cluster. */
export function ReviewRisks({ review }: { readonly review: PlanReview }): ReactNode {
  const t = useTranslations('reviews');
  return (
    <Card title={t('lookFirst')} flush>
      <ul className="divide-y divide-line">
        <End review={review} />
        {review.operators.map((operator) => (
          <Rights key={operator.csv} operator={operator} alone={review.operators.length === 1} />
        ))}
        <ReviewCrds review={review} />
        {review.operators.map((operator) => (
          <Return key={operator.csv} operator={operator} />
        ))}
        <ClusterWide objects={review.operators.flatMap(({ objects }) => objects)} />
        {review.operators.map((operator) => (
          <Webhooks key={operator.csv} operator={operator} />
        ))}
      </ul>
    </Card>
  );
}

/** Whether the plan would come to its end at all. */
function End({ review: { problem, unjudged } }: { readonly review: PlanReview }): ReactNode {
  const t = useTranslations('reviews');
  const phrase = usePhrase();
  const locale = useLocale();
  const kinds = new Intl.ListFormat(locale).format(unjudged);
  return (
    <>
      {problem === undefined ? null : (
        <FindingItem tone="bad" title={t('wouldFail')}>
          <p className="break-words">{phrase(problem)}</p>
        </FindingItem>
      )}
      {unjudged.length === 0 ? null : <FindingItem tone="warn" title={t('unjudged', { kinds })} />}
    </>
  );
}

interface RightsProps {
  readonly operator: ReviewedOperator;
  readonly alone: boolean;
}

function Rights({ operator, alone }: RightsProps): ReactNode {
  const t = useTranslations('reviews');
  const { addedRights, title, from, fresh, foreignRoles } = operator;
  const whose = { name: alone ? '' : title, one: String(alone) };
  if (addedRights === undefined) return <FindingItem tone="warn" title={t('rightsUnknown', whose)} />;
  const summaries = permissionSummaries(addedRights, new Set(operator.ownGroups));
  const risks = allRisks(summaries);
  const count = summaries.reduce((sum, { lines }) => sum + lines.length, 0);
  const worst = risks.some(({ severity }) => severity !== 'notable') || foreignRoles.length > 0;
  const words = { ...whose, count, version: from?.version ?? from?.csv ?? '' };
  return (
    <FindingItem
      tone={worst ? 'warn' : count === 0 ? 'good' : 'info'}
      title={t(fresh ? 'rightsFirst' : 'rightsNew', words)}
    >
      <RiskList risks={risks} />
      {foreignRoles.map(({ binding, role, clusterWide }) => (
        <p key={binding} className="break-words">
          {t('foreignRole', { role, binding, where: clusterWide ? 'cluster' : 'namespace' })}
        </p>
      ))}
      {count === 0 ? null : (
        <More label={t('showRights', { count })}>
          {summaries.map((summary) => (
            <PermissionList key={`${summary.scope}/${summary.serviceAccount}`} summary={summary} />
          ))}
        </More>
      )}
    </FindingItem>
  );
}

function Return({ operator }: { readonly operator: ReviewedOperator }): ReactNode {
  const titleOf = useWayBackTitle();
  const { wayBack, title, from } = operator;
  if (wayBack === undefined) return null;
  return (
    <FindingItem {...titleOf({ wayBack, name: title, version: from?.version ?? from?.csv })}>
      <WayBackReasons wayBack={wayBack} />
    </FindingItem>
  );
}

function RiskList({ risks }: { readonly risks: readonly Risk[] }): ReactNode {
  if (risks.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5">
      {risks.map((risk) => (
        <RiskLine key={risk.code} risk={risk} />
      ))}
    </ul>
  );
}

function ClusterWide({ objects }: { readonly objects: readonly ReviewedObject[] }): ReactNode {
  const t = useTranslations('reviews');
  const wide = objects.filter(({ clusterScoped, change }) => clusterScoped && change !== 'unchanged');
  if (wide.length === 0) return null;
  return (
    <FindingItem tone="info" title={t('clusterWide', { count: wide.length })}>
      <More label={t('showThem')}>
        <ul className="flex min-w-0 flex-col gap-1">
          {wide.map(({ kind, name, step }) => (
            <li key={step} className="flex min-w-0 flex-wrap gap-x-3">
              <span className="text-muted">{kind}</span>
              <MiddleTruncate text={name} className="font-mono text-sm" />
            </li>
          ))}
        </ul>
      </More>
    </FindingItem>
  );
}

interface WebhooksProps {
  readonly operator: ReviewedOperator;
}

/** Our controller leaves out what nothing would answer; a real OLM installs all of it. */
function Webhooks({ operator }: WebhooksProps): ReactNode {
  const t = useTranslations('reviews');
  const locale = useLocale();
  const { webhooks, aggregatedApis, leftOut, title } = operator;
  const out = new Set(leftOut.map(({ name }) => name));
  const installed = webhooks.filter(({ name }) => !out.has(name));
  const apis = aggregatedApis.filter(({ name }) => !out.has(name));
  const names = installed.map(({ name }) => name);
  const kinds = [...new Set(installed.flatMap(({ closesOn = [] }) => closesOn))];
  const list = new Intl.ListFormat(locale);
  return (
    <>
      <LeftOutParts operator={operator} />
      {names.length === 0 ? null : (
        <FindingItem
          tone="warn"
          title={t('webhooks', { title, names: list.format(names), count: names.length })}
        >
          <More label={t('showMatches')}>
            <MatchList rows={installed} />
          </More>
        </FindingItem>
      )}
      {apis.length === 0 ? null : (
        <FindingItem tone="info" title={t('aggregatedApis', { title, count: apis.length })}>
          <MatchList rows={apis.map(({ name, kinds: matches }) => ({ name, matches }))} />
        </FindingItem>
      )}
      {kinds.length === 0 ? null : (
        <FindingItem tone="warn" title={t('closesOn', { title, kinds: list.format(kinds) })} />
      )}
    </>
  );
}

function LeftOutParts({ operator: { leftOut, title } }: WebhooksProps): ReactNode {
  const t = useTranslations('reviews');
  const phrase = usePhrase();
  if (leftOut.length === 0) return null;
  return (
    <FindingItem tone="warn" title={t('leftOut', { name: title, count: leftOut.length })}>
      <ul className="flex flex-col gap-1">
        {leftOut.map((part) => (
          <li key={`${part.kind}/${part.name}`} className="break-words">
            <span className="font-mono text-sm">
              {part.kind} {part.name}
            </span>
            : {phrase(part.reason)}
          </li>
        ))}
      </ul>
    </FindingItem>
  );
}
