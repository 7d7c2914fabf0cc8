'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import type { InstanceType, TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { urls } from '#lib/urls.ts';
import { type Absence, type InstanceTypeResult, useInstanceType } from './use-instance-type.ts';
import type { Translate } from '#messages/types.ts';

interface WithTypeProps {
  readonly name: TypeName;
  readonly loading: ReactNode;
  readonly children: (type: InstanceType) => ReactNode;
}

/** Draws its content once the kind is known, and says so when the cluster does not have it. */
export function WithType({ name, loading, children }: WithTypeProps): ReactNode {
  const result = useInstanceType(name);
  if (result.state === 'loading') return loading;
  if (result.state === 'ready') return children(result.type);
  return <Unavailable name={name} result={result} />;
}

function Unavailable({
  name,
  result,
}: {
  readonly name: TypeName;
  readonly result: Exclude<InstanceTypeResult, { state: 'loading' | 'ready' }>;
}): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  if (result.state === 'error') return <ErrorState message={result.error.message} wholePage />;
  return (
    <EmptyState
      wholePage
      title={t('noneHere', { plural: name.plural })}
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          {t('openCatalog')}
        </LinkButton>
      }
    >
      {absenceText(t, name, result.absence)}
    </EmptyState>
  );
}

function absenceText(
  t: Translate<'instances'>,
  { group, version, plural }: TypeName,
  absence: Absence,
): string {
  const type = `${plural}.${group}`;
  switch (absence.kind) {
    case 'type':
      return t('noType', { type });
    case 'version':
      return t('notServed', { type, version });
    case 'others':
      return t('notServedVersion', { version, served: absence.served.join(', ') || t('none') });
  }
}
