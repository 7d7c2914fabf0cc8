import Link from 'next/link';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Column } from '#components/ui/table.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { cellOf, type PrinterColumn } from '#lib/k8s/printer-columns.ts';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import type { Scope } from '#lib/urls.ts';
import { InstanceStatusBadge } from './instance-status.tsx';
import type { Translate } from '#messages/types.ts';

interface RowTools {
  readonly open: (object: KubeObject) => string;
  readonly t: Translate<'instances'>;
}

/** Name, namespace where it differs, state, what the definition prints, age. */
export function columnsOf(type: InstanceType, scope: Scope, { open, t }: RowTools): Column<KubeObject>[] {
  const named: Column<KubeObject> = {
    id: 'name',
    header: t('name'),
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
    header: t('namespace'),
    sortable: true,
    cell: (object) => <MiddleTruncate text={object.metadata.namespace ?? ''} />,
  };
  const status: Column<KubeObject> = {
    id: 'status',
    header: t('status'),
    cell: (object) => <InstanceStatusBadge object={object} />,
  };
  const age: Column<KubeObject> = {
    id: 'age',
    header: t('created'),
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
