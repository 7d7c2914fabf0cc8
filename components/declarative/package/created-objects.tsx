'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { withoutPasswords } from '#lib/kudo/views/hidden-values.ts';
import { renderedPlan, type PackageView } from '#lib/kudo/views/package-view.ts';
import { RenderedTemplates } from './rendered-templates.tsx';

/** What plan deploy makes with the defaults. */
export function CreatedObjects({ view }: { readonly view: PackageView }): ReactNode {
  const t = useTranslations('operator-packages');
  const { namespace = 'default' } = useScope();
  const rendered = useMemo(
    () =>
      renderedPlan(
        view.version,
        { namespace, name: '', values: withoutPasswords(view.version, {}) },
        'deploy',
      ),
    [view.version, namespace],
  );
  if ('problem' in rendered)
    return <Notice tone="warn" title={t('notRendered')} details={rendered.problem} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-muted">{t('objectsWhat')}</p>
      <RenderedTemplates templates={rendered.templates} />
    </div>
  );
}
