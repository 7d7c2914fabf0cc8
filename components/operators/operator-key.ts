import type { OperatorRow } from '#lib/olm/views/operator-view.ts';

/** Tells the rows of a list of operators apart. */
export function operatorKey({ namespace, csv, subscription }: OperatorRow): string {
  return [namespace, csv?.metadata.name ?? '', subscription?.metadata.name ?? ''].join('/');
}
