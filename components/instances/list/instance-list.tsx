'use client';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ListPage } from '#components/frame/list-page.tsx';
import { useMay, useMayHere } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { type ScopedResult, useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Column, Sort } from '#components/ui/table/table.tsx';
import { checkOf } from '#lib/access.ts';
import { apiVersionOf, type KubeObject, keyOf, type Resource } from '#lib/k8s/object.ts';
import type { InstanceType, TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { urls } from '#lib/urls.ts';
import { DeleteInstance } from '../delete-instance.tsx';
import { columnsOf } from './instance-columns.tsx';
import { instanceRefOf } from '../instance-object.ts';
import { filterInstances, sortInstances } from './instance-rows.ts';
import { WithType } from '../type-states.tsx';
import { fieldsOf, printedColumns } from './printed-columns.ts';
import { useProviderBrief } from '../use-instance-type.ts';

/** Page: all instances of one type in the chosen namespace, live. */
export function InstanceList({ name }: { readonly name: TypeName }): ReactNode {
  const loading = (
    <div className="flex flex-col gap-6">
      <PageHeader title={name.plural} />
      <SkeletonRows />
    </div>
  );
  return (
    <WithType name={name} loading={loading}>
      {(type) => <TypeInstances name={name} type={type} />}
    </WithType>
  );
}

function TypeInstances({ name, type }: { readonly name: TypeName; readonly type: InstanceType }): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const router = useRouter();
  const scope = useScope();
  const { resource } = type;
  const instances = useScopedWatch({
    resource,
    namespace: scope.namespace,
    view: 'table',
    fields: fieldsOf(type.columns),
  });
  const { provider } = useProviderBrief(name);
  const denial = useMayHere('create', resource, scope, namespacesOf(instances));
  const [doomed, setDoomed] = useState<KubeObject>();
  const table = instances.state === 'ready' ? instances.columns : undefined;
  const printed = useMemo(() => printedColumns(table ?? [], type.columns), [table, type.columns]);
  const columns = useMemo(() => {
    const open = (object: KubeObject, tab?: string): string =>
      urls.instance(resource, instanceRefOf(resource, object), scope, { tab });
    const actions: Column<KubeObject> = {
      id: 'actions',
      header: ui('actions'),
      quiet: true,
      align: 'end',
      bare: true,
      width: 12,
      cell: (object) => <RowMenu resource={resource} object={object} open={open} onDelete={setDoomed} />,
    };
    return [...columnsOf(type, scope, { columns: printed, open, t }), actions];
  }, [type, resource, scope, printed, t, ui]);
  const create = (
    <LinkButton
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      href={urls.newInstance(resource, scope)}
      {...denial}
    >
      {t('createKind', { kind: resource.kind })}
    </LinkButton>
  );
  return (
    <div className="flex flex-col gap-6">
      <ListPage
        title={resource.kind}
        breadcrumbs={[{ label: t('instances'), href: urls.allInstances(scope) }, { label: resource.kind }]}
        description={
          <>
            {provider === undefined ? '' : `${provider.csv.spec.displayName} · `}
            <span className="font-mono text-sm">{apiVersionOf(resource)}</span>
          </>
        }
        actions={instances.state === 'ready' && instances.items.length === 0 ? undefined : create}
        result={instances}
        resource={resource}
        empty={<NoInstances resource={resource} action={create} description={provider?.api.description} />}
        id={`${resource.plural}.${resource.group}`}
        caption={t('instancesOf', { kind: resource.kind })}
        columns={columns}
        fixed={false}
        rows={instances.items}
        search={{ label: t('filter') }}
        filter={(items, { text }) => filterInstances(items, text)}
        noMatch={({ text }) => t('nothingMatchesHint', { query: text })}
        firstSort={BY_NAME}
        order={(items, sort = BY_NAME) => sortInstances(items, sort, printed)}
        rowKey={keyOf}
      />
      <DeleteInstance
        resource={resource}
        object={doomed}
        onClose={() => {
          setDoomed(undefined);
          router.refresh();
        }}
      />
    </div>
  );
}

const BY_NAME: Sort = { column: 'name', descending: false };

interface NoInstancesProps {
  readonly resource: Resource;
  readonly action: ReactNode;
  readonly description: string | undefined;
}

function NoInstances({ resource, action, description }: NoInstancesProps): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const { namespace = '' } = resource.namespaced ? scope : {};
  const title = t('noneYet', {
    kind: resource.kind,
    scope: namespace === '' ? 'cluster' : 'namespace',
    namespace,
  });
  return (
    <EmptyState title={title} action={action}>
      {description === undefined || description === '' ? t('looksAfter') : description}
    </EmptyState>
  );
}

interface RowMenuProps {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly open: (object: KubeObject, tab?: string) => string;
  readonly onDelete: (object: KubeObject) => void;
}

/** Rows of one namespace share one question about the right to delete. */
function RowMenu({ resource, object, open, onDelete }: RowMenuProps): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const { name, namespace } = object.metadata;
  const denial = useMay([checkOf('delete', resource, { namespace })]);
  return (
    <Menu
      label={t('actionsFor', { name })}
      items={[
        { kind: 'link', label: t('open'), href: open(object) },
        { kind: 'link', label: t('edit'), href: open(object, 'edit') },
        {
          kind: 'link',
          label: t('cloneNamed'),
          href: urls.newInstance(resource, scope, { clone: keyOf(object) }),
        },
        {
          label: t('deleteMenu'),
          danger: true,
          ...denial,
          onSelect: () => onDelete(object),
        },
      ]}
    />
  );
}

const namespaceLimit = 20;

/** Where the user works, as far as the list tells. */
function namespacesOf({ within, items }: ScopedResult): readonly string[] {
  const names = items.flatMap(({ metadata }) => metadata.namespace ?? []);
  return within?.namespaces ?? [...new Set(names)].slice(0, namespaceLimit);
}
