import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import type { Scope } from '#lib/urls.ts';
import { InstanceStatusBadge } from '../instance-status.tsx';
import type { PrintedColumn } from './printed-columns.ts';
import type { Translate } from '#messages/types.ts';

interface RowTools {
  /** What the definition prints. */
  readonly columns: readonly PrintedColumn[];
  readonly open: (object: KubeObject) => string;
  readonly t: Translate<'instances'>;
}

/** Name, namespace where it differs, state, what the definition prints, age. */
export function columnsOf(
  type: InstanceType,
  scope: Scope,
  { columns, open, t }: RowTools,
): Column<KubeObject>[] {
  const named: Column<KubeObject> = {
    id: 'name',
    header: t('name'),
    bare: true,
    sortable: true,
    cell: (object) => (
      <Link href={open(object)} className="font-medium text-accent hover:underline">
        <MiddleTruncate text={object.metadata.name} className="md:max-w-64" />
      </Link>
    ),
  };
  const namespace: Column<KubeObject> = {
    id: 'namespace',
    choice: 'shown',
    header: t('namespace'),
    sortable: true,
    cell: (object) => <MiddleTruncate text={object.metadata.namespace ?? ''} className="md:max-w-40" />,
  };
  const status: Column<KubeObject> = {
    id: 'status',
    header: t('status'),
    cell: (object) => <InstanceStatusBadge object={object} />,
  };
  const age: Column<KubeObject> = {
    id: 'age',
    choice: 'shown',
    header: t('created'),
    sortable: true,
    width: 36,
    cell: (object) => <RelativeTime at={object.metadata.creationTimestamp} />,
  };
  const showsNamespace = type.resource.namespaced && scope.namespace === undefined;
  return [
    named,
    ...(showsNamespace ? [namespace] : []),
    status,
    ...columns.map(printed),
    labelsColumn(t),
    age,
  ];
}

function labelsColumn(t: Translate<'instances'>): Column<KubeObject> {
  return {
    id: 'labels',
    header: t('labels'),
    choice: 'hidden',
    cell: ({ metadata }) => (
      <span className="block font-mono text-xs break-all text-muted md:max-w-80">
        {Object.entries(metadata.labels ?? {})
          .map(([key, value]) => `${key}=${value}`)
          .join(' ')}
      </span>
    ),
  };
}

function printed({ name, type, shown, read }: PrintedColumn): Column<KubeObject> {
  return {
    id: `column-${name}`,
    header: name,
    choice: shown ? 'shown' : 'hidden',
    sortable: true,
    cell: (object) => {
      const text = read(object);
      if (text === undefined || text === '') return <span className="text-faint">–</span>;
      if (type === 'date') return <RelativeTime at={text} />;
      return (
        <span title={text} className="line-clamp-2 break-words md:max-w-44">
          {text}
        </span>
      );
    },
  };
}
