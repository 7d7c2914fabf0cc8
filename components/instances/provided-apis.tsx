'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { useScope } from '#components/olm/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#components/ui/states.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/types.ts';
import { type Scope, urls } from '#lib/urls.ts';
import { type ProvidedRow, providedRows } from './provided-rows.ts';

/** Page: the kinds that installed operators bring, each leading to its instances. */
export function ProvidedApis(): ReactNode {
  const scope = useScope();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Instances" description="What installed operators can make for you." />
      <Content scope={scope} />
    </div>
  );
}

function Content({ scope }: { readonly scope: Scope }): ReactNode {
  const csvs = useWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace: scope.namespace,
  });
  switch (csvs.state) {
    case 'loading':
      return <SkeletonRows />;
    case 'forbidden':
      return (
        <ForbiddenState
          right={{
            verb: 'list',
            resource: 'clusterserviceversions.operators.coreos.com',
            namespace: scope.namespace,
          }}
        />
      );
    case 'error':
      return <ErrorState message={csvs.error.message} />;
    case 'ready':
      break;
  }
  const rows = providedRows(csvs.items);
  if (rows.length > 0) {
    return (
      <Table
        caption="APIs of installed operators"
        columns={columnsFor(scope)}
        rows={rows}
        rowKey={(row) => `${row.plural}.${row.group}`}
      />
    );
  }
  return (
    <EmptyState
      title="No operator is installed here"
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          Open the catalog
        </LinkButton>
      }
    >
      Operators bring kinds of their own, such as databases or tickets. They show up here once one is
      installed.
    </EmptyState>
  );
}

function columnsFor(scope: Scope): Column<ProvidedRow>[] {
  return [
    {
      id: 'kind',
      header: 'Kind',
      bare: true,
      className: 'md:w-110',
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <Link href={urls.instances(row, scope)} className="font-medium text-accent hover:underline">
            {row.displayName}
          </Link>
          <span className="font-mono text-xs break-all text-faint">{`${row.plural}.${row.group}/${row.version}`}</span>
        </span>
      ),
    },
    { id: 'operator', header: 'Operator', className: 'md:w-44', cell: (row) => row.operator },
    {
      id: 'description',
      header: 'What it is',
      cell: (row) => <span className="line-clamp-2 break-words text-muted">{row.description ?? '–'}</span>,
    },
    {
      id: 'create',
      header: 'Actions',
      quiet: true,
      bare: true,
      align: 'end',
      className: 'w-28',
      cell: (row) => (
        <LinkButton size="sm" href={urls.newInstance(row, scope)} aria-label={`Create ${row.kind}`}>
          Create
        </LinkButton>
      ),
    },
  ];
}
