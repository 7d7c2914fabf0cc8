'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { stableJson } from '#lib/base/hash.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { ParametersForm } from '../install/parameters-form.tsx';

interface ValuesSideProps {
  readonly view: PackageView | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The form that people who install the package will see; what is chosen in it is what templates are rendered with. */
export function ValuesSide({ view, values, onChange }: ValuesSideProps): ReactNode {
  const t = useTranslations('authoring');
  const packages = useTranslations('operator-packages');
  if (view === undefined) return <p className="text-muted">{t('unreadable')}</p>;
  const { parameters } = view.version.spec;
  if (parameters.length === 0) return <p className="text-muted">{packages('noParameters')}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-muted">{t('valuesWhat')}</p>
      <ParametersForm
        key={stableJson([parameters, view.form])}
        version={view.version}
        form={view.form}
        initial={values}
        onChange={onChange}
      />
    </div>
  );
}
