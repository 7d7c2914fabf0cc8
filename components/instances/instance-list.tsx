'use client';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { Forbidden, WithinNotice } from '#components/olm/loaded.tsx';
import { useMay, useMayHere } from '#components/olm/rights.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { type ScopedResult, useScopedWatch } from '#components/olm/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { type Column, type Sort, Table } from '#components/ui/table.tsx';
import { checkOf } from '#lib/access.ts';
import { apiVersionOf, type KubeObject, keyOf, type Resource } from '#lib/k8s/object.ts';
import type { InstanceType, TypeName } from '#lib/schema-form/instance-type.ts';
import { type Scope, urls } from '#lib/urls.ts';
import { DeleteInstance } from './delete-instance.tsx';
import { columnsOf } from './instance-columns.tsx';
import { refOf } from './instance-object.ts';
import { filterInstances, sortInstances } from './instance-rows.ts';
import { WithType } from './type-states.tsx';
import { useProvider } from './use-instance-type.ts';

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
  const scope = useScope();
  const { resource } = type;
  const instances = useScopedWatch({ resource, namespace: scope.namespace });
  const { provider } = useProvider(type, name);
  const denial = useMayHere('create', resource, scope, namespacesOf(instances));
  const create = (
    <LinkButton
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      href={urls.newInstance(resource, scope)}
      {...denial}
    >
      {`Create ${resource.kind}`}
    </LinkButton>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={resource.kind}
        breadcrumbs={[{ label: 'Instances', href: urls.allInstances(scope) }, { label: resource.kind }]}
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
        <InstanceTable type={type} items={instances.items} scope={scope} />
      </>
    );
  }
  const where =
    scope.namespace === undefined || !resource.namespaced ? '' : ` in namespace ${scope.namespace}`;
  return (
    <>
      {notice}
      <EmptyState title={`No ${resource.kind} yet${where}`} action={create}>
        {description === undefined || description === ''
          ? 'Its operator looks after every instance you create.'
          : description}
      </EmptyState>
    </>
  );
}

interface InstanceTableProps {
  readonly type: InstanceType;
  readonly items: readonly KubeObject[];
  readonly scope: Scope;
}

function InstanceTable({ type, items, scope }: InstanceTableProps): ReactNode {
  const { resource } = type;
  const router = useRouter();
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sort>({ column: 'name', descending: false });
  const [doomed, setDoomed] = useState<KubeObject>();
  const columns = useMemo(() => {
    const open = (object: KubeObject, tab?: string): string =>
      urls.instance(resource, refOf(resource, object), scope, { tab });
    const actions: Column<KubeObject> = {
      id: 'actions',
      header: 'Actions',
      quiet: true,
      align: 'end',
      bare: true,
      className: 'w-12',
      cell: (object) => (
        <div className="-my-1">
          <RowMenu resource={resource} object={object} open={open} onDelete={setDoomed} />
        </div>
      ),
    };
    return [...columnsOf(type, scope, open), actions];
  }, [type, resource, scope]);
  const rows = sortInstances(filterInstances(items, query), sort, type.columns);
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label="Filter by name, namespace or label"
        value={query}
        onChange={setQuery}
        className="max-w-90"
      />
      {rows.length === 0 ? (
        <EmptyState title="Nothing matches">
          No instance has “{query}” in its name, namespace or labels.
        </EmptyState>
      ) : (
        <Table
          caption={`Instances of ${resource.kind}`}
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
  const { name = '', namespace } = object.metadata;
  const denial = useMay([checkOf('delete', resource, { namespace })]);
  return (
    <Menu
      label={`Actions for ${name}`}
      items={[
        { kind: 'link', label: 'Open', href: open(object) },
        { kind: 'link', label: 'Edit YAML', href: open(object, 'yaml') },
        {
          label: 'Delete…',
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
