'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { namesPassword } from '#lib/base/secret-name.ts';
import type { ParameterView } from '#lib/kudo/views/instance-view.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { HiddenValue } from '../hidden-value.tsx';

/** Every parameter with its default, and the plan that a change of it runs. */
export function PackageParameters({ view }: { readonly view: PackageView }): ReactNode {
  const t = useTranslations('operator-packages');
  if (view.groups.length === 0) return <p className="text-muted">{t('noParameters')}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {view.groups.map(({ title, description, parameters }) => (
        <Card key={title ?? ''} title={title ?? t('parameters')} description={description} flush>
          <ul className="divide-y divide-line">
            {parameters.map((parameter) => (
              <Parameter key={parameter.name} parameter={parameter} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function Parameter({ parameter }: { readonly parameter: ParameterView }): ReactNode {
  const t = useTranslations('operator-packages');
  const { name, title, description, required, immutable, advanced, default: usual, runs } = parameter;
  return (
    <li className="grid min-w-0 gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium break-words">{title}</span>
          {title === name ? null : <span className="font-mono text-sm break-all text-muted">{name}</span>}
          {required && usual === undefined ? <Badge tone="info">{t('required')}</Badge> : null}
          {advanced ? <Badge>{t('advanced')}</Badge> : null}
          {immutable ? <Badge>{t('immutable')}</Badge> : null}
        </p>
        {description === undefined ? null : <p className="text-sm break-words text-muted">{description}</p>}
      </div>
      <div className="min-w-0 text-sm">
        {usual === undefined ? (
          <p className="text-muted">{t('noDefault')}</p>
        ) : usual !== '' && namesPassword(name) ? (
          <HiddenValue name={name} value={usual} instead={t('defaultHidden')} />
        ) : (
          <p className="line-clamp-4 font-mono break-all whitespace-pre-wrap">
            {usual === '' ? <span className="font-sans text-muted">{t('emptyText')}</span> : usual}
          </p>
        )}
        {runs === undefined ? null : <p className="text-muted">{t('runs', { plan: runs })}</p>}
      </div>
    </li>
  );
}
