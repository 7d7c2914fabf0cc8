'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '#components/olm/loaded.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import type { Within } from '#components/olm/use-scoped-watch.ts';
import { LinkButton, Button } from '#components/ui/button.tsx';
import { SearchInput, Select } from '#components/ui/inputs.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { filterOperators, STATE_FILTERS } from '#lib/olm/operator-filter.ts';
import type { OperatorRow } from '#lib/olm/operator-view.ts';
import { urls } from '#lib/urls.ts';
import { OperatorsTable } from './operators-table.tsx';
import { useOperators } from './use-operators.ts';

/** Everything that is installed, live. */
export function OperatorsView(): ReactNode {
  const scope = useScope();
  const { rows, result } = useOperators(scope.namespace);
  return (
    <>
      <PageHeader
        title="Installed operators"
        description={
          scope.namespace === undefined ? 'In all namespaces.' : `In namespace ${scope.namespace}.`
        }
        actions={
          <LinkButton variant={rows.length === 0 ? 'secondary' : 'primary'} href={urls.catalog(scope)}>
            Install an operator
          </LinkButton>
        }
      />
      <Loaded result={result} resource={resources.clusterServiceVersions} namespace={scope.namespace}>
        {rows.length === 0 ? <NoOperators within={result.within} /> : <FilteredTable rows={rows} />}
      </Loaded>
    </>
  );
}

function NoOperators({ within }: { readonly within: Within | undefined }): ReactNode {
  const scope = useScope();
  const everywhere = within === undefined ? 'in this cluster' : 'where you may look';
  const where = scope.namespace === undefined ? everywhere : `in ${scope.namespace}`;
  return (
    <EmptyState
      title={`No operators ${where} yet`}
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          Browse the catalog
        </LinkButton>
      }
    >
      An operator brings new kinds of objects and looks after them. What you install from the catalog shows up
      here, with its state and its upgrades.
    </EmptyState>
  );
}

function FilteredTable({ rows }: { readonly rows: readonly OperatorRow[] }): ReactNode {
  const scope = useScope();
  const parameters = useSearchParams();
  const [text, setText] = useState(parameters.get('q') ?? '');
  const state = parameters.get('state') ?? '';
  const change = (next: { text: string; state: string }): void => {
    setText(next.text);
    const query = {
      ...(next.text === '' ? {} : { q: next.text }),
      ...(next.state === '' ? {} : { state: next.state }),
    };
    window.history.replaceState(null, '', urls.operators(scope, query));
  };
  const shown = filterOperators(rows, { text, state });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label="Search installed operators"
          placeholder="Name, namespace, kind or provider"
          value={text}
          onChange={(next) => {
            change({ text: next, state });
          }}
          className="min-w-52 grow sm:max-w-90"
        />
        <Select
          aria-label="Status"
          value={state}
          onChange={(next) => {
            change({ text, state: next });
          }}
          options={STATE_FILTERS}
          className="w-48"
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title="Nothing matches"
          action={
            <Button
              variant="primary"
              onClick={() => {
                change({ text: '', state: '' });
              }}
            >
              Clear search and filter
            </Button>
          }
        >
          None of the {rows.length} installed operators fits.
        </EmptyState>
      ) : (
        <OperatorsTable rows={shown} showNamespace={scope.namespace === undefined} />
      )}
    </div>
  );
}
