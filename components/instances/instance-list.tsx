'use client';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { useWatch, type WatchResult } from '#components/data/use-watch.ts';
import { useScope } from '#components/olm/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#components/ui/states.tsx';
import { type Column, type Sort, Table } from '#components/ui/table.tsx';
import { apiVersionOf, type KubeObject, keyOf, resourceText } from '#lib/k8s/object.ts';
import { cellOf, type PrinterColumn } from '#lib/k8s/printer-columns.ts';
import type { InstanceType, TypeName } from '#lib/schema-form/instance-type.ts';
import { type Scope, urls } from '#lib/urls.ts';
import { DeleteInstance, useMay } from './delete-instance.tsx';
import { refOf } from './instance-object.ts';
import { filterInstances, sortInstances } from './instance-rows.ts';
import { InstanceStatusBadge } from './instance-status.tsx';
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
  const instances = useWatch({ resource, namespace: scope.namespace });
  const { provider } = useProvider(type, name);
  const denied = useMay('create', resource, scope);
  const create = (
    <LinkButton
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      href={urls.newInstance(resource, scope)}
      disabledReason={denied}
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
  readonly instances: WatchResult;
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
      return (
        <ForbiddenState
          right={{ verb: 'list', resource: resourceText(resource), namespace: scope.namespace }}
        />
      );
    case 'error':
      return <ErrorState message={instances.error.message} />;
    case 'ready':
      break;
  }
  if (instances.items.length > 0) return <InstanceTable type={type} items={instances.items} scope={scope} />;
  const where =
    scope.namespace === undefined || !resource.namespaced ? '' : ` in namespace ${scope.namespace}`;
  return (
    <EmptyState title={`No ${resource.kind} yet${where}`} action={create}>
      {description === undefined || description === ''
        ? 'Its operator looks after every instance you create.'
        : description}
    </EmptyState>
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
  const mayNotDelete = useMay('delete', resource, scope);
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
          <Menu
            label={`Actions for ${object.metadata.name ?? ''}`}
            items={[
              { kind: 'link', label: 'Open', href: open(object) },
              { kind: 'link', label: 'Edit YAML', href: open(object, 'yaml') },
              {
                label: 'Delete…',
                danger: true,
                disabledReason: mayNotDelete,
                onSelect: () => {
                  setDoomed(object);
                },
              },
            ]}
          />
        </div>
      ),
    };
    return [...columnsOf(type, scope, open), actions];
  }, [type, resource, scope, mayNotDelete]);
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

function columnsOf(
  type: InstanceType,
  scope: Scope,
  open: (object: KubeObject) => string,
): Column<KubeObject>[] {
  const named: Column<KubeObject> = {
    id: 'name',
    header: 'Name',
    bare: true,
    sortable: true,
    cell: (object) => (
      <Link href={open(object)} className="font-medium text-accent hover:underline">
        <MiddleTruncate text={object.metadata.name ?? ''} />
      </Link>
    ),
  };
  const namespace: Column<KubeObject> = {
    id: 'namespace',
    header: 'Namespace',
    sortable: true,
    cell: (object) => <MiddleTruncate text={object.metadata.namespace ?? ''} />,
  };
  const status: Column<KubeObject> = {
    id: 'status',
    header: 'Status',
    cell: (object) => <InstanceStatusBadge object={object} />,
  };
  const age: Column<KubeObject> = {
    id: 'age',
    header: 'Created',
    sortable: true,
    className: 'w-36',
    cell: (object) => <RelativeTime at={object.metadata.creationTimestamp} />,
  };
  const showsNamespace = type.resource.namespaced && scope.namespace === undefined;
  return [
    named,
    ...(showsNamespace ? [namespace] : []),
    status,
    ...type.columns.filter(isShown).map(printed),
    age,
  ];
}

const COLUMN_LIMIT = 6;

/** Left out: wide columns, the state and the age that the table has anyway, and what would not fit. */
function isShown(column: PrinterColumn, _index: number, columns: readonly PrinterColumn[]): boolean {
  const shown = columns.filter((one) => one.priority === 0 && !isOwnColumn(one)).slice(0, COLUMN_LIMIT);
  return shown.includes(column);
}

function isOwnColumn({ name, jsonPath }: PrinterColumn): boolean {
  return /creationTimestamp\}?$/.test(jsonPath) || /^(status|state|phase)$/i.test(name);
}

function printed(column: PrinterColumn): Column<KubeObject> {
  return {
    id: `column-${column.name}`,
    header: column.name,
    sortable: true,
    cell: (object) => {
      const text = cellOf(column, object);
      if (text === undefined || text === '') return <span className="text-faint">–</span>;
      return column.type === 'date' ? (
        <RelativeTime at={text} />
      ) : (
        <span className="break-words">{text}</span>
      );
    },
  };
}
