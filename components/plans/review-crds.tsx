'use client';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import type { CrdChange } from '#lib/olm/plan/crd-change.ts';
import type { CrdCheck, UnfitObject } from '#lib/olm/plan/crd-check.ts';
import type { PlanReview } from '#lib/olm/plan/review.ts';
import { FindingItem, More } from './finding.tsx';

/** What the new definitions of kinds take away from objects that exist or will be written. */
export function ReviewCrds({ review }: { readonly review: PlanReview }): ReactNode {
  const t = useTranslations('reviews');
  const locale = useLocale();
  const { crdChanges, hiddenCrds, operators } = review;
  const hasCrds = operators.some(({ objects }) =>
    objects.some(({ kind, change }) => kind === 'CustomResourceDefinition' && change === 'changed'),
  );
  const quiet = crdChanges.length === 0 && hiddenCrds.length === 0 && hasCrds;
  return (
    <>
      {crdChanges.map((change) => (
        <Crd key={change.name} change={change} />
      ))}
      {hiddenCrds.length === 0 ? null : (
        <FindingItem
          tone="warn"
          title={t('crdsHidden', {
            names: new Intl.ListFormat(locale).format(hiddenCrds),
            count: hiddenCrds.length,
          })}
        />
      )}
      {review.check === undefined ? null : <ObjectsCheck check={review.check} />}
      {quiet ? <FindingItem tone="good" title={t('crdsSafe')} /> : null}
    </>
  );
}

function Crd({ change }: { readonly change: CrdChange }): ReactNode {
  const t = useTranslations('reviews');
  const { name, lostStoredVersions, unservedVersions, storage, scope, risks, moreRisks } = change;
  const locale = useLocale();
  const list = (names: readonly string[]): string => new Intl.ListFormat(locale).format(names);
  const lost = lostStoredVersions.length > 0;
  return (
    <FindingItem
      tone={lost ? 'bad' : 'warn'}
      title={t.rich('crdTakesAway', {
        name,
        mono: (words) => <span className="font-mono text-sm break-all">{words}</span>,
      })}
    >
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {lost ? <li>{t('lostStored', { versions: list(lostStoredVersions) })}</li> : null}
        {unservedVersions.length === 0 ? null : (
          <li>{t('unserved', { versions: list(unservedVersions) })}</li>
        )}
        {storage === undefined ? null : <li>{t('storage', storage)}</li>}
        {scope === undefined ? null : <li>{t('scopeMoves', scope)}</li>}
      </ul>
      {risks.length === 0 ? null : (
        <More label={t('fieldRisks', { count: risks.length + moreRisks })}>
          <ul className="flex min-w-0 flex-col gap-1">
            {risks.map((risk) => (
              <li key={`${risk.version}/${risk.path}/${risk.kind}`} className="min-w-0 break-words">
                <span className="font-mono text-sm break-all">
                  {risk.version} {risk.path}
                </span>{' '}
                <span className="text-muted">{t(`fieldRisk.${risk.kind}`)}</span>
              </li>
            ))}
          </ul>
          {moreRisks === 0 ? null : <p className="text-sm text-muted">{t('more', { count: moreRisks })}</p>}
        </More>
      )}
    </FindingItem>
  );
}

/** What the controller found when it held the objects that exist against the new definitions. */
function ObjectsCheck({ check }: { readonly check: CrdCheck }): ReactNode {
  const t = useTranslations('reviews');
  const unfit = Object.values(check.unfit).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {check.refusals.map(({ crd, message }) => (
        <FindingItem key={crd} tone="bad" title={message} />
      ))}
      {unfit === 0 ? null : (
        <FindingItem tone="bad" title={t('unfit', { count: unfit })}>
          <UnfitList objects={check.objects} />
          {unfit > check.objects.length ? (
            <p className="text-sm text-muted">{t('more', { count: unfit - check.objects.length })}</p>
          ) : null}
        </FindingItem>
      )}
      {check.lost.length === 0 ? null : (
        <FindingItem tone="warn" title={t('lost', { count: check.lost.length })}>
          <ul className="flex min-w-0 flex-col gap-1">
            {check.lost.map(({ crd, version, path, objects, example }) => (
              <li key={`${crd}/${version}/${path}`} className="min-w-0 break-words">
                <span className="font-mono text-sm break-all">{path}</span>{' '}
                <span className="text-muted">{t('lostIn', { count: objects, example })}</span>
              </li>
            ))}
          </ul>
        </FindingItem>
      )}
    </>
  );
}

const PAGE = 20;

function UnfitList({ objects }: { readonly objects: readonly UnfitObject[] }): ReactNode {
  const t = useTranslations('reviews');
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul className="flex min-w-0 flex-col gap-1.5">
        {objects.slice(0, shown).map(({ kind, namespace, name, fields, apiVersion }) => (
          <li key={`${apiVersion}/${kind}/${namespace ?? ''}/${name}`} className="min-w-0 break-words">
            {kind}{' '}
            <span className="font-mono text-sm break-all">{[namespace, name].filter(Boolean).join('/')}</span>
            <ul className="ps-4 text-sm text-muted">
              {fields.map(({ path, message }) => (
                <li key={`${path}/${message}`} className="break-words">
                  {path === '' ? '' : <span className="font-mono break-all">{path}: </span>}
                  {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {objects.length > shown ? (
        <Button size="sm" className="self-start" onClick={() => setShown(shown + PAGE)}>
          {t('showMore', { count: Math.min(PAGE, objects.length - shown) })}
        </Button>
      ) : null}
    </>
  );
}
