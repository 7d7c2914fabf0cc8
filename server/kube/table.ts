/**
 * Lists and watch events as the API server's tables: the columns of `kubectl get`, computed where the objects are.
 * Source: k8s.io/apimachinery `meta/v1` Table; an API server that makes none answers with plain objects.
 */
import { z } from 'zod';
import type { Resource } from '#lib/k8s/object.ts';
import type { TableColumn, TableRow } from '#lib/k8s/watch-stream.ts';
import { itemFrom } from './objects.ts';
import type { ListOptions } from './types.ts';

const Table = z.object({
  kind: z.literal('Table'),
  apiVersion: z.string().startsWith('meta.k8s.io/'),
  /** Only the first event of a watch has them. */
  columnDefinitions: z
    .array(
      z.object({
        name: z.string(),
        type: z.string().catch('string'),
        format: z.string().catch(''),
        description: z.string().catch(''),
        priority: z.number().catch(0),
      }),
    )
    .nullish(),
  rows: z.array(z.object({ cells: z.array(z.unknown()).nullish(), object: z.unknown() })).nullish(),
});

/** A table's rows as objects; columns only where the answer has them. */
export interface TableContent {
  rows: TableRow[];
  columns: TableColumn[] | undefined;
}

/** Undefined when the value is no table. */
export function tableFrom(value: unknown, resource: Resource): TableContent | undefined {
  const parsed = Table.safeParse(value);
  if (!parsed.success) return undefined;
  const { columnDefinitions, rows } = parsed.data;
  return {
    rows: (rows ?? []).map(({ cells, object }) => ({ ...itemFrom(object, resource), cells: cells ?? [] })),
    columns: columnDefinitions ?? undefined,
  };
}

type Shape = Pick<ListOptions, 'metadataOnly' | 'table'>;

/** The `Accept` of a list or of a watch. */
export function acceptFor({ metadataOnly, table }: Shape, request: 'list' | 'watch'): string {
  const plain = 'application/json';
  if (table !== undefined) return `${plain};as=Table;g=meta.k8s.io;v=v1,${plain}`;
  if (metadataOnly !== true) return plain;
  const kind = request === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
  return `${plain};as=${kind};g=meta.k8s.io;v=v1,${plain}`;
}
