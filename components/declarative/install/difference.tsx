'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { namesPassword } from '#lib/base/secret-name.ts';
import { MASK } from '#lib/base/masked.ts';
import type { ParameterChange } from '#lib/kudo/parameters/changes.ts';
import type { PartChange, VersionDifference } from '#lib/kudo/views/package-install.ts';

interface DifferenceProps {
  readonly difference: VersionDifference;
  /** In the place of what the upgrade is going to run. */
  readonly title?: string;
}

/** What the other version brings, changes and gives up. */
export function Difference({ difference, title }: DifferenceProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { parameters, plans, tasks, templates, runs } = difference;
  const upgrade = runs === undefined ? t('upgradeRunsNothing') : t('upgradeRuns', { plan: runs });
  return (
    <Card title={title ?? t('difference')} description={title === undefined ? upgrade : undefined}>
      {parameters.length + plans.length + tasks.length + templates.length === 0 ? (
        <p className="text-muted">{t('noDifference')}</p>
      ) : null}
      <ul className="flex flex-col gap-1">
        {parameters.map((change, index) => (
          <li key={index} className="min-w-0 break-words">
            <Parameter change={change} />
          </li>
        ))}
        <Parts changes={plans} words={({ kind, name }) => t(`planChange.${kind}`, { name })} />
        <Parts changes={tasks} words={({ kind, name }) => t(`taskChange.${kind}`, { name })} />
        <Parts changes={templates} words={({ kind, name }) => t(`templateChange.${kind}`, { name })} />
      </ul>
    </Card>
  );
}

interface PartsProps {
  readonly changes: readonly PartChange[];
  readonly words: (change: PartChange) => string;
}

function Parts({ changes, words }: PartsProps): ReactNode {
  return changes.map((change) => (
    <li key={change.name} className="min-w-0 break-words">
      {words(change)}
    </li>
  ));
}

function Parameter({ change }: { readonly change: ParameterChange }): ReactNode {
  const t = useTranslations('operator-packages');
  const { name, kind } = change;
  const shown = (text: string | undefined): string =>
    text !== undefined && text !== '' && namesPassword(name) ? MASK : (text ?? '–');
  switch (kind) {
    case 'added':
      return t(change.required ? 'change.addedRequired' : 'change.added', {
        name,
        value: shown(change.default),
      });
    case 'default-changed':
      return t('change.default', { name, from: shown(change.from), to: shown(change.to) });
    case 'type-changed':
      return t('change.type', { name, from: orDash(change.from), to: orDash(change.to) });
    case 'enum-changed':
      return t('change.enum', { name, to: shown(change.to?.join(', ')) });
    default:
      return t(`change.${kind}`, { name });
  }
}

function orDash(text: string | undefined): string {
  return text ?? '–';
}
