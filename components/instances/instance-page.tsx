'use client';
import { Copy, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { AbsentObject, ObjectPage, ObjectParts } from '#components/frame/object-page.tsx';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { checkOf } from '#lib/access.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { instanceStatus } from '#lib/k8s/instance-status.ts';
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
  const loading = <PageSkeleton title={instance.name} tabs={PARTS} />;
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
  return (
    <ObjectPage
      result={useWatchOne(resource, instance)}
      resource={resource}
      namespace={instance.namespace}
      skeleton={<PageSkeleton title={instance.name} tabs={PARTS} />}
      absent={
        <AbsentObject
          title={t('absent', { kind: resource.kind, name: instance.name })}
          list={{ label: t('allOf', { plural: resource.plural }), href: urls.instances(resource, scope) }}
        >
          {t('absentHint', {
            scope: instance.namespace === undefined ? 'cluster' : 'namespace',
            namespace: instance.namespace ?? '',
          })}
        </AbsentObject>
      }
    >
      {(object) => <Instance name={name} type={type} instance={instance} object={object} />}
    </ObjectPage>
  );
}

const PARTS = 4;

interface InstanceProps extends InstancePageProps {
  readonly type: InstanceType;
  readonly object: KubeObject;
}

function Instance({ name, type, instance, object }: InstanceProps): ReactNode {
  const t = useTranslations('instances');
  const { resource } = type;
  const scope = useScope();
  const search = useSearchParams();
  const hints = useProvider(type, name);
  const router = useRouter();
  const edit = (): ReactNode =>
    hints.settled ? (
      <InstanceEdit
        // Made anew under the same name, it is another object.
        key={object.metadata.uid}
        type={type}
        object={object}
        hints={hints}
        firstView={search.get('view') ?? 'form'}
        onDone={() => router.push(urls.instance(resource, instance, scope))}
      />
    ) : (
      <SkeletonText lines={12} />
    );
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
      <WhyNotice
        ask={instanceStatus(object).tone !== 'good'}
        kind="Instance"
        subject={instance}
        api={resource}
      />
      <ObjectParts
        label={t('partsOf', { name: instance.name })}
        hrefOf={(id) => urls.instance(resource, instance, scope, id === 'overview' ? {} : { tab: id })}
        parts={[
          {
            id: 'overview',
            label: t('overview'),
            content: () => <InstanceOverview type={type} object={object} hints={hints} />,
          },
          { id: 'edit', label: t('form'), content: edit },
          { id: 'yaml', label: 'YAML', content: () => <InstanceYaml type={type} object={object} /> },
          { id: 'events', label: t('events'), content: () => <InstanceEvents object={object} /> },
        ]}
      />
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
        onClick={() => setAsked(true)}
      >
        {t('delete')}
      </Button>
      <DeleteInstance
        resource={resource}
        object={asked ? object : undefined}
        onClose={() => setAsked(false)}
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
