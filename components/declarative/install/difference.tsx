'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import type { ParameterChange } from '#lib/kudo/parameters/changes.ts';
import type { VersionDifference } from '#lib/kudo/views/package-install.ts';

/** What the other version brings, changes and gives up. */
export function Difference({ difference }: { readonly difference: VersionDifference }): ReactNode {
  const t = useTranslations('operator-packages');
  const { parameters, plans, runs } = difference;
  return (
    <Card
      title={t('difference')}
      description={runs === undefined ? t('upgradeRunsNothing') : t('upgradeRuns', { plan: runs })}
    >
      {parameters.length + plans.length === 0 ? <p className="text-muted">{t('noDifference')}</p> : null}
      <ul className="flex flex-col gap-1">
        {parameters.map((change, index) => (
          <li key={index} className="min-w-0 break-words">
            <Parameter change={change} />
          </li>
        ))}
        {plans.map(({ name, kind }) => (
          <li key={`plan ${name}`} className="min-w-0 break-words">
            {t(`planChange.${kind}`, { name })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Parameter({ change }: { readonly change: ParameterChange }): ReactNode {
  const t = useTranslations('operator-packages');
  const { name, kind } = change;
  switch (kind) {
    case 'added':
      return t(change.required ? 'change.addedRequired' : 'change.added', {
        name,
        value: orDash(change.default),
      });
    case 'default-changed':
      return t('change.default', { name, from: orDash(change.from), to: orDash(change.to) });
    case 'type-changed':
      return t('change.type', { name, from: orDash(change.from), to: orDash(change.to) });
    case 'enum-changed':
      return t('change.enum', { name, to: orDash(change.to?.join(', ')) });
    default:
      return t(`change.${kind}`, { name });
  }
}

function orDash(text: string | undefined): string {
  return text ?? '–';
}
