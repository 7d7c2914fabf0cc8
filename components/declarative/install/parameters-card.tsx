'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import type { KudoOperatorVersion, ParameterForm } from '#lib/kudo/api/types.ts';
import { ParametersForm } from './parameters-form.tsx';
import { ValuesFile } from './values-file.tsx';

type Values = Readonly<Record<string, string>>;

interface ParametersCardProps {
  readonly version: KudoOperatorVersion;
  readonly form: ParameterForm;
  /** What the form begins with. */
  readonly initial: Values;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** The form of all parameters; a file of values fills it in anew. */
export function ParametersCard({ version, form, initial, values, onChange }: ParametersCardProps): ReactNode {
  const t = useTranslations('operator-packages');
  const [base, setBase] = useState({ values: initial, round: 0 });
  const { parameters } = version.spec;
  return (
    <Card title={t('parameters')}>
      {parameters.length === 0 ? (
        <p className="text-muted">{t('noParameters')}</p>
      ) : (
        <ValuesFile
          parameters={parameters}
          onValues={(given) => {
            const next = { ...values, ...given };
            setBase(({ round }) => ({ values: next, round: round + 1 }));
            onChange(next);
          }}
        >
          <ParametersForm
            key={base.round}
            version={version}
            form={form}
            initial={base.values}
            onChange={onChange}
          />
        </ValuesFile>
      )}
    </Card>
  );
}
