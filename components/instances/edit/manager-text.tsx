'use client';
import { useTranslations } from 'use-intl';
import { managerKind } from '#lib/k8s/field-origin.ts';
import type { FieldOwner } from '#lib/k8s/managed-fields.ts';

/** Who a manager of fields is, and how it writes, as a sentence. */
export function useManagerText(): (owner: FieldOwner) => string {
  const t = useTranslations('instances');
  return (owner) => {
    const who = t(`origin.${managerKind(owner)}`, { manager: owner.manager });
    const how = owner.operation === 'Apply' ? t('origin.byApply') : t('origin.byUpdate');
    return `${who} ${how}`;
  };
}
