import { useMemo } from 'react';
import { useApi } from '#components/data/use-api.ts';
import type { OperatorRow } from '#lib/olm/views/operator-view.ts';
import type { WhyReason } from '#lib/olm/why/reasons.ts';
import type { WhyTrouble } from '#lib/olm/why/troubles.ts';
import { urls } from '#lib/urls.ts';
import { operatorKey } from './operator-key.ts';

/** Of a row by its key: the first thing in its way. */
export type Causes = ReadonlyMap<string, WhyReason>;

/** Namespaces that are asked about; further rows show what their objects say themselves. */
const NAMESPACES = 10;
const REFRESH_MS = 10_000;

/** What is in the way of the operators that do not run; nothing is asked where all do. */
export function useCauses(rows: readonly OperatorRow[]): Causes {
  const late = rows.filter(({ state }) => state.tone !== 'good' && state.tone !== 'neutral');
  const namespaces = [...new Set(late.map(({ namespace }) => namespace))].sort().slice(0, NAMESPACES);
  const path = namespaces.length === 0 ? undefined : urls.api.troubles(namespaces);
  const { data } = useApi<WhyTrouble[]>(path, { refreshMs: REFRESH_MS });
  return useMemo(
    () =>
      new Map(
        rows.flatMap((row) => {
          const found = (data ?? []).find((trouble) => isAbout(trouble, row));
          return found === undefined ? [] : [[operatorKey(row), found.finding.reason] as const];
        }),
      ),
    [rows, data],
  );
}

function isAbout({ kind, namespace, name }: WhyTrouble, row: OperatorRow): boolean {
  const object = kind === 'Subscription' ? row.subscription : row.csv;
  // A Subscription's row is its CSV's as soon as there is one.
  if (kind === 'Subscription' && row.csv !== undefined) return false;
  return row.namespace === namespace && object?.metadata.name === name;
}
