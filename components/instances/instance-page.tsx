'use client';
import { Copy, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { Forbidden } from '#components/frame/loaded.tsx';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { checkOf } from '#lib/access.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { TabLinks } from '#components/ui/tabs.tsx';
import { apiVersionOf, type KubeObject, type ObjectRef, refKey, type Resource } from '#lib/k8s/object.ts';
import type { InstanceType, TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { urls } from '#lib/urls.ts';
import { DeleteInstance } from './delete-instance.tsx';
import { InstanceEvents } from './instance-events.tsx';
import { InstanceOverview } from './instance-overview.tsx';
import { InstanceStatusBadge } from './instance-status.tsx';
import { WithType } from './type-states.tsx';
import { useProvider } from './use-instance-type.ts';

/** With the editor of YAML, which the other tabs do not need. */
const InstanceYaml = dynamic(() => import('./instance-yaml.tsx').then((module) => module.InstanceYaml), {
  ssr: false,
  loading: () => <SkeletonText lines={12} />,
});

/** With the form and its editor. */
const InstanceEdit = dynamic(async () => (await import('./edit/instance-edit.tsx')).InstanceEdit, {
  ssr: false,
  loading: () => <SkeletonText lines={12} />,
});

interface InstancePageProps {
  readonly name: TypeName;
  readonly instance: ObjectRef;
}

/** Page: one instance, live. */
export function InstancePage({ name, instance }: InstancePageProps): ReactNode {
  const loading = <PageSkeleton title={instance.name} tabs={TABS.length} />;
  return (
    <WithType name={name} loading={loading}>
      {(type) => <LiveInstance name={name} type={type} instance={instance} />}
    </WithType>
  );
}

function LiveInstance({
  name,
  type,
  instance,
}: InstancePageProps & { readonly type: InstanceType }): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const { resource } = type;
  const found = useWatchOne(resource, instance);
  switch (found.state) {
    case 'loading':
      return <PageSkeleton title={instance.name} tabs={TABS.length} />;
    case 'forbidden':
      return <Forbidden resource={resource} at={instance} wholePage />;
    case 'error':
      return <ErrorState message={found.error.message} wholePage />;
    case 'absent':
      return (
        <EmptyState
          wholePage
          title={t('absent', { kind: resource.kind, name: instance.name })}
          action={
            <LinkButton variant="primary" href={urls.instances(resource, scope)}>
              {t('allOf', { plural: resource.plural })}
            </LinkButton>
          }
        >
          {t('absentHint', {
            scope: instance.namespace === undefined ? 'cluster' : 'namespace',
            namespace: instance.namespace ?? '',
          })}
        </EmptyState>
      );
    case 'ready':
      return <Loaded name={name} type={type} instance={instance} object={found.item} />;
  }
}

const TABS = ['overview', 'edit', 'yaml', 'events'] as const;

interface LoadedProps extends InstancePageProps {
  readonly type: InstanceType;
  readonly object: KubeObject;
}

function Loaded({ name, type, instance, object }: LoadedProps): ReactNode {
  const t = useTranslations('instances');
  const { resource } = type;
  const scope = useScope();
  const search = useSearchParams();
  const hints = useProvider(type, name);
  const router = useRouter();
  const tab = TABS.find((id) => id === search.get('tab')) ?? 'overview';
  const labels = { overview: t('overview'), edit: t('form'), yaml: 'YAML', events: t('events') };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={instance.name}
        status={<InstanceStatusBadge object={object} />}
        breadcrumbs={[
          { label: t('instances'), href: urls.allInstances(scope) },
          { label: resource.kind, href: urls.instances(resource, scope) },
          { label: instance.name },
        ]}
        description={
          <>
            {resource.kind} <span className="font-mono text-sm">{apiVersionOf(resource)}</span>
            {instance.namespace === undefined
              ? ''
              : ` ${t('inNamespace', { namespace: instance.namespace })}`}
          </>
        }
        actions={
          <>
            <CloneAction resource={resource} instance={instance} />
            <DeleteAction resource={resource} instance={instance} object={object} />
          </>
        }
      />
      <Deleting object={object} />
      <TabLinks
        label={t('partsOf', { name: instance.name })}
        current={tab}
        items={TABS.map((id) => ({
          id,
          label: labels[id],
          href: urls.instance(resource, instance, scope, id === 'overview' ? {} : { tab: id }),
        }))}
      />
      {tab === 'overview' ? <InstanceOverview type={type} object={object} hints={hints} /> : null}
      {tab === 'edit' && hints.settled ? (
        <InstanceEdit
          // Made anew under the same name, it is another object.
          key={object.metadata.uid}
          type={type}
          object={object}
          hints={hints}
          firstView={search.get('view') ?? 'form'}
          onDone={() => {
            router.push(urls.instance(resource, instance, scope));
          }}
        />
      ) : null}
      {tab === 'edit' && !hints.settled ? <SkeletonText lines={12} /> : null}
      {tab === 'yaml' ? <InstanceYaml type={type} object={object} /> : null}
      {tab === 'events' ? <InstanceEvents object={object} /> : null}
    </div>
  );
}

function CloneAction({
  resource,
  instance,
}: {
  readonly resource: Resource;
  readonly instance: ObjectRef;
}): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const denial = useMay([checkOf('create', resource, { namespace: instance.namespace })]);
  return (
    <LinkButton
      icon={<Copy aria-hidden className="size-4" />}
      href={urls.newInstance(resource, scope, { clone: refKey(instance) })}
      {...denial}
    >
      {t('cloneNamed')}
    </LinkButton>
  );
}

function DeleteAction({
  resource,
  instance,
  object,
}: {
  readonly resource: Resource;
  readonly instance: ObjectRef;
  readonly object: KubeObject;
}): ReactNode {
  const t = useTranslations('instances');
  const router = useRouter();
  const scope = useScope();
  const [asked, setAsked] = useState(false);
  const denial = useMay([checkOf('delete', resource, instance)]);
  const going = object.metadata.deletionTimestamp === undefined ? undefined : t('deletingAlready');
  const held = (object.metadata.finalizers ?? []).length > 0;
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden className="size-4" />}
        {...(going === undefined ? denial : { disabledReason: going })}
        onClick={() => {
          setAsked(true);
        }}
      >
        {t('delete')}
      </Button>
      <DeleteInstance
        resource={resource}
        object={asked ? object : undefined}
        onClose={() => {
          setAsked(false);
        }}
        onDeleted={() => {
          // Where finalizers hold it, this page shows what it waits for.
          if (!held) router.push(urls.instances(resource, scope));
        }}
      />
    </>
  );
}

function Deleting({ object }: { readonly object: KubeObject }): ReactNode {
  const t = useTranslations('instances');
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined) return null;
  const details =
    finalizers.length === 0 ? t('deletingSoon') : t('deletingHeld', { finalizers: finalizers.join(', ') });
  return <Notice tone="warn" title={t('deleting')} details={details} />;
}
