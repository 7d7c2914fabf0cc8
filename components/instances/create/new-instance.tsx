'use client';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { Skeleton, SkeletonText } from '#components/ui/skeleton.tsx';
import type { InstanceType, TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { emptyObject, type Starter } from '#lib/schema-form/schema/starters.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import { urls } from '#lib/urls.ts';
import { WithType } from '../type-states.tsx';
import { type ProviderHints, useProvider } from '../use-instance-type.ts';

/** Form and editor come while the type is looked up. */
const CreateDesk = dynamic(async () => (await import('./create-desk.tsx')).CreateDesk, {
  loading: () => <FormSkeleton />,
});

const FIELDS = ['w-24', 'w-20', 'w-16', 'w-32', 'w-28'];

/** Page: create an instance, from an example of its operator or from nothing. */
export function NewInstance({ name }: { readonly name: TypeName }): ReactNode {
  return (
    <WithType name={name} loading={<Loading name={name} />}>
      {(type) => <WithStarters name={name} type={type} />}
    </WithType>
  );
}

function Loading({ name }: { readonly name: TypeName }): ReactNode {
  const t = useTranslations('instances');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('createKind', { kind: name.plural })} />
      <FormSkeleton />
    </div>
  );
}

/** The fields, and beside them the text they make. */
function FormSkeleton(): ReactNode {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card>
        <div className="flex flex-col gap-5">
          {FIELDS.map((width) => (
            <div key={width} className="flex flex-col gap-2">
              <Skeleton className={cx('h-3.5', width)} />
              <Skeleton className="h-9 w-full" />
            </div>
          ))}
        </div>
      </Card>
      <Card className="max-lg:hidden">
        <SkeletonText lines={12} />
      </Card>
    </div>
  );
}

function WithStarters({ name, type }: { readonly name: TypeName; readonly type: InstanceType }): ReactNode {
  const t = useTranslations('instances');
  const search = useSearchParams();
  const scope = useScope();
  const hints = useProvider(type, name, search.get('csv') ?? undefined);
  const { resource } = type;
  const starters = startersOf(type, hints);
  const provider = hints.provider?.csv.spec.displayName;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('createKind', { kind: resource.kind })}
        breadcrumbs={[
          { label: t('instances'), href: urls.allInstances(scope) },
          { label: resource.kind, href: urls.instances(resource, scope) },
          { label: t('create') },
        ]}
        description={
          <>
            {provider === undefined ? '' : `${provider} · `}
            <span className="font-mono text-sm">{apiVersionOf(resource)}</span>
          </>
        }
      />
      {type.deprecated ? (
        <Notice
          tone="warn"
          title={type.deprecationWarning ?? t('versionDeprecated', { version: resource.version })}
        />
      ) : null}
      {type.hasSchema ? null : (
        <Notice tone="info" title={t('newSchemalessTitle')} details={t('newSchemaless')} />
      )}
      {hints.settled ? (
        <CreateDesk
          key={`${resource.group}/${resource.version}/${resource.plural}`}
          type={type}
          hints={hints}
          starters={starters}
          start={{ kind: 'starter', index: startOf(starters, search.get('example')) }}
          source={search.get('clone') ?? undefined}
          namespace={firstNamespace(type, hints, scope.namespace)}
        />
      ) : (
        <FormSkeleton />
      )}
    </div>
  );
}

function startersOf(type: InstanceType, hints: ProviderHints): Starter[] {
  return [...hints.starters, { title: '', object: emptyObject(type.resource) }];
}

function startOf(starters: readonly Starter[], title: string | null): number {
  return Math.max(
    0,
    starters.findIndex((starter) => starter.title === title),
  );
}

/** The one chosen in the picker, else where the operator lives. */
function firstNamespace(
  type: InstanceType,
  hints: ProviderHints,
  chosen: string | undefined,
): string | undefined {
  if (!type.resource.namespaced) return undefined;
  return chosen ?? hints.provider?.csv.metadata.namespace ?? 'default';
}
