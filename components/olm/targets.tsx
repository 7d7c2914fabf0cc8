import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import type { OperatorRow } from '#lib/olm/views/operator-view.ts';

/** The namespaces that an operator, or those of a group, watch. */
export function Targets({ targets }: { readonly targets: OperatorRow['targets'] }): ReactNode {
  const t = useTranslations('operators');
  if (targets === 'all') return t('allNamespaces');
  if (targets.length === 0) return <span className="text-faint">–</span>;
  if (targets.length === 1) return <MiddleTruncate text={targets[0] ?? ''} />;
  return <span title={targets.join(', ')}>{t('namespaces', { count: targets.length })}</span>;
}
