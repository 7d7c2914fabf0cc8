/** Filtering and sorting of instances; pure. */
import type { KubeObject } from '#lib/k8s/object.ts';
import type { PrintedColumn } from './printed-columns.ts';

/** Every word must be in the name, the namespace or a label (`key=value`). */
export function filterInstances(items: readonly KubeObject[], query: string): readonly KubeObject[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  return items.filter(({ metadata }) => {
    const labels = Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
    const text = [metadata.name, metadata.namespace, ...labels].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Stable; the newest is last where `age` ascends. */
export function sortInstances(
  items: readonly KubeObject[],
  sort: { column: string; descending: boolean },
  columns: readonly PrintedColumn[],
): KubeObject[] {
  const column = columns.find((one) => `column-${one.name}` === sort.column);
  const keyed = items.map((object) => ({ object, key: sortKey(object, sort.column, column) }));
  const direction = sort.descending ? -1 : 1;
  return keyed.sort((left, right) => direction * compare(left.key, right.key)).map(({ object }) => object);
}

function sortKey(object: KubeObject, id: string, column: PrintedColumn | undefined): string | number {
  const { name, namespace = '', creationTimestamp = '' } = object.metadata;
  if (id === 'namespace') return `${namespace}/${name}`;
  if (id === 'age') return creationTimestamp;
  if (column === undefined) return name;
  const text = column.read(object) ?? '';
  return column.type === 'integer' || column.type === 'number'
    ? Number(text === '' ? Number.NEGATIVE_INFINITY : text)
    : text;
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/** Made once: a comparison that makes its own takes a hundred times as long. */
const collator = new Intl.Collator('en', { numeric: true });
