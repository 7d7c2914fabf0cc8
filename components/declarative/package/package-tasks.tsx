'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import type { PackageView, TaskSummary, TemplateView } from '#lib/kudo/views/package-view.ts';

/** What the steps of plans call, with the templates that they are made of. */
export function PackageTasks({ view }: { readonly view: PackageView }): ReactNode {
  const t = useTranslations('operator-packages');
  const used = new Set(view.tasks.flatMap(({ templates }) => templates));
  const rest = view.templates.filter(({ name }) => !used.has(name));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {view.tasks.map((task) => (
        <Task key={task.name} task={task} templates={view.templates} />
      ))}
      {rest.length === 0 ? null : (
        <Card title={t('otherTemplates')}>
          <Templates templates={rest} />
        </Card>
      )}
    </div>
  );
}

interface TaskProps {
  readonly task: TaskSummary;
  readonly templates: readonly TemplateView[];
}

function Task({ task, templates }: TaskProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { name, kind, installs } = task;
  const own = templates.filter((template) => task.templates.includes(template.name));
  return (
    <Card title={name} action={<Badge>{kind}</Badge>}>
      {installs === undefined ? null : (
        <p className="mb-3 text-muted">
          {t('installs', { name: installs.reference, version: installs.operatorVersion ?? t('anyVersion') })}
        </p>
      )}
      {own.length === 0 ? <p className="text-sm text-muted">{t('noTemplates')}</p> : null}
      <Templates templates={own} />
    </Card>
  );
}

function Templates({ templates }: { readonly templates: readonly TemplateView[] }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {templates.map(({ name, file, text }) => (
        <YamlView key={name} text={text} label={file} />
      ))}
    </div>
  );
}
