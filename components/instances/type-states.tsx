'use client';
import type { ReactNode } from 'react';
import { useScope } from '#components/olm/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import type { InstanceType, TypeName } from '#lib/schema-form/instance-type.ts';
import { urls } from '#lib/urls.ts';
import { type InstanceTypeResult, useInstanceType } from './use-instance-type.ts';

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
  const scope = useScope();
  if (result.state === 'error') return <ErrorState message={result.reason} />;
  return (
    <EmptyState
      title={`No ${name.plural} here`}
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          Open the catalog
        </LinkButton>
      }
    >
      {result.reason}
    </EmptyState>
  );
}
