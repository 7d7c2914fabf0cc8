import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { compareApiVersions } from '#lib/k8s/api-version.ts';
import type { ProvidedApi } from '#lib/olm/catalog.ts';

/** The kinds that the cluster knows once it is installed. */
export function ProvidedApis({ apis }: { readonly apis: readonly ProvidedApi[] }): ReactNode {
  const t = useTranslations('catalog');
  return (
    <Card title={t('provides')} description={t('providesHelp')} flush>
      {apis.length === 0 ? (
        <p className="p-4 text-muted">{t('providesNone')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {oncePerKind(apis).map((api) => (
            <li key={api.name} className="flex min-w-0 flex-col px-4 py-2.5">
              <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <span className="font-medium break-words">{api.kind}</span>
                <span className="font-mono text-xs break-all text-faint">
                  {api.group}/{api.versions.join(', ')}
                </span>
              </p>
              {api.description === undefined || api.description === '' ? null : (
                <p className="line-clamp-2 text-sm break-words text-muted">{api.description}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ProvidedKind extends ProvidedApi {
  /** Best first. */
  readonly versions: readonly string[];
}

/** A kind in several versions is one kind. */
function oncePerKind(apis: readonly ProvidedApi[]): ProvidedKind[] {
  const found = new Map<string, ProvidedKind>();
  for (const api of apis) {
    const versions = [...(found.get(api.name)?.versions ?? []), api.version].sort(compareApiVersions);
    found.set(api.name, { ...(found.get(api.name) ?? api), versions });
  }
  return [...found.values()];
}
