'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import type { UninstallFacts, WorksSeen } from '#lib/olm/removal/facts.ts';
import type { Inventory } from '#lib/olm/removal/inventory.ts';
import { crdsOf, groupedWorks, type WorkFate } from '#lib/olm/removal/works.ts';
import type { Translate } from '#messages/types.ts';

interface WorksProps {
  readonly facts: UninstallFacts;
  readonly seen: WorksSeen;
  /** What is ticked decides about what belongs to instances. */
  readonly inventory: Inventory;
}

/** What the operator itself has made, and what becomes of it. */
export function Works({ facts, seen: { works, unseen }, inventory }: WorksProps): ReactNode {
  const t = useTranslations('removal');
  const groups = groupedWorks(works);
  if (groups.length === 0 && unseen === 0) return null;
  return (
    <Card title={t('works.title')} description={t('works.what')} flush>
      <ul className="divide-y divide-line">
        {groups.map(({ kind, fate, count, names }) => (
          <li
            key={[kind, fate.code, ...crdsOf(fate)].join(' ')}
            className="flex min-w-0 flex-col px-4 py-1.5"
          >
            <p className="break-words">
              {t('works.group', { kind, count })}{' '}
              <span className="text-muted">{fateText(fate, { facts, inventory, t })}</span>
            </p>
            <p className="font-mono text-sm break-words text-muted">
              {names.join(', ')}
              {count > names.length ? `, ${t('moreObjects', { count: count - names.length })}` : ''}
            </p>
          </li>
        ))}
        {unseen === 0 ? null : (
          <li className="px-4 py-1.5 text-sm text-muted">{t('works.unseen', { count: unseen })}</li>
        )}
      </ul>
    </Card>
  );
}

interface Judged extends Pick<WorksProps, 'facts' | 'inventory'> {
  t: Translate<'removal'>;
}

/** "Deleted with the operator." */
function fateText(fate: WorkFate, { facts, inventory, t }: Judged): string {
  if (fate.code === 'withOperator' || fate.code === 'stays') return t(`works.${fate.code}`);
  if (fate.code === 'withDefinitions') {
    const picked = fate.crds.every((crd) =>
      inventory.definitions.some((one) => one.picked && one.id === crd),
    );
    return t(picked ? 'works.withDefinitions' : 'works.keptWithDefinitions', { crds: fate.crds.join(', ') });
  }
  const kind = facts.kinds.find(({ crd }) => crd === fate.crd)?.resource.kind ?? fate.crd;
  const goes = inventory.instances.some(({ id, picked }) => picked && id === fate.crd);
  return t(goes ? 'works.withInstances' : 'works.keptWithInstances', { kind });
}
