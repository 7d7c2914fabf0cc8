'use client';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Forbidden, WithinNotice } from '#components/frame/loaded.tsx';
import { useMay, useMayHere } from '#components/frame/rights.tsx';
import { useListParams } from '#components/frame/use-list-params.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { type ScopedResult, useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { type Column, type Sort, Table } from '#components/ui/table/table.tsx';
import { useColumns } from '#components/ui/table/use-columns.tsx';
import { checkOf } from '#lib/access.ts';
import { apiVersionOf, type KubeObject, keyOf, type Resource } from '#lib/k8s/object.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';
import type { InstanceType, TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { type Scope, urls } from '#lib/urls.ts';
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
      <PageHeader
        title={resource.kind}
        breadcrumbs={[{ label: t('instances'), href: urls.allInstances(scope) }, { label: resource.kind }]}
        description={
          <>
            {provider === undefined ? '' : `${provider.csv.spec.displayName} · `}
            <span className="font-mono text-sm">{apiVersionOf(resource)}</span>
          </>
        }
        actions={instances.state === 'ready' && instances.items.length === 0 ? undefined : create}
      />
      <Instances
        create={create}
        type={type}
        instances={instances}
        scope={scope}
        description={provider?.api.description}
      />
    </div>
  );
}

interface InstancesProps {
  readonly type: InstanceType;
  readonly instances: ScopedResult;
  readonly scope: Scope;
  readonly description: string | undefined;
  readonly create: ReactNode;
}

function Instances({ type, instances, scope, description, create }: InstancesProps): ReactNode {
  const t = useTranslations('instances');
  const { resource } = type;
  switch (instances.state) {
    case 'loading':
      return <SkeletonRows />;
    case 'forbidden':
      return <Forbidden resource={resource} at={scope} />;
    case 'error':
      return <ErrorState message={instances.error.message} />;
    case 'ready':
      break;
  }
  const notice =
    instances.within === undefined ? null : <WithinNotice resource={resource} within={instances.within} />;
  if (instances.items.length > 0) {
    return (
      <>
        {notice}
        <InstanceTable type={type} items={instances.items} table={instances.columns} scope={scope} />
      </>
    );
  }
  const { namespace = '' } = resource.namespaced ? scope : {};
  const title = t('noneYet', {
    kind: resource.kind,
    scope: namespace === '' ? 'cluster' : 'namespace',
    namespace,
  });
  return (
    <>
      {notice}
      <EmptyState title={title} action={create}>
        {description === undefined || description === '' ? t('looksAfter') : description}
      </EmptyState>
    </>
  );
}

const BY_NAME: Sort = { column: 'name', descending: false };

interface InstanceTableProps {
  readonly type: InstanceType;
  readonly items: readonly KubeObject[];
  readonly table: readonly TableColumn[] | undefined;
  readonly scope: Scope;
}

function InstanceTable({ type, items, table, scope }: InstanceTableProps): ReactNode {
  const { resource } = type;
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const router = useRouter();
  const { text: query, sort = BY_NAME, setText: setQuery, setSort } = useListParams();
  const [doomed, setDoomed] = useState<KubeObject>();
  const printed = useMemo(() => printedColumns(table ?? [], type.columns), [table, type.columns]);
  const all = useMemo(() => {
    const open = (object: KubeObject, tab?: string): string =>
      urls.instance(resource, instanceRefOf(resource, object), scope, { tab });
    const actions: Column<KubeObject> = {
      id: 'actions',
      header: ui('actions'),
      quiet: true,
      align: 'end',
      bare: true,
      className: 'w-12',
      cell: (object) => <RowMenu resource={resource} object={object} open={open} onDelete={setDoomed} />,
    };
    return [...columnsOf(type, scope, { columns: printed, open, t }), actions];
  }, [type, resource, scope, printed, t, ui]);
  const { columns, menu } = useColumns(`${resource.plural}.${resource.group}`, all);
  const rows = sortInstances(filterInstances(items, query), sort, printed);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label={t('filter')}
          value={query}
          onChange={setQuery}
          className="min-w-52 grow sm:max-w-90"
        />
        {menu}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('nothingMatches')}>{t('nothingMatchesHint', { query })}</EmptyState>
      ) : (
        <Table
          navigable
          caption={t('instancesOf', { kind: resource.kind })}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          sort={sort}
          onSort={setSort}
        />
      )}
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
  const { name = '', namespace } = object.metadata;
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
          onSelect: () => {
            onDelete(object);
          },
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
