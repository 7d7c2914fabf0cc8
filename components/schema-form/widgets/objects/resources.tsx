'use client';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import { cx } from '#components/ui/cx.ts';
import { isDictionary, pathKey, dictionaryOf } from '#lib/schema-form/schema/path.ts';
import { parseQuantity } from '#lib/schema-form/formats/quantity.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { OwnErrors } from '../../field-parts.tsx';
import { isLeaf } from '../../field-props.ts';
import { fieldId, useForm } from '../../state/form-model.ts';
import { Leaf, partAt, type Parts, QUANTITY, Remark, RemoveItem, Rest } from './parts.tsx';

const ROWS = {
  compute: ['cpu', 'memory', 'ephemeral-storage'],
  storage: ['storage'],
} as const;

const SIDES = ['requests', 'limits'] as const;
type Side = (typeof SIDES)[number];

const QUANTITIES = fieldOf({ type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } });
const SHOWN: ReadonlySet<string> = new Set(SIDES);

interface ResourcesProps extends Parts {
  readonly of: keyof typeof ROWS;
}

/** Requests and limits side by side, a row for each resource. */
export function ResourcesContent({ of, ...parts }: ResourcesProps): ReactNode {
  const t = useTranslations('schema-form');
  const [added, setAdded] = useState<readonly string[]>([]);
  const sides = {
    requests: partAt(parts, 'requests', QUANTITIES),
    limits: partAt(parts, 'limits', QUANTITIES),
  };
  // A side that is no map of quantities, be it null, is shown as it is.
  const shown = SIDES.filter((side) => sides[side].value === undefined || isDictionary(sides[side].value));
  const used = shown.flatMap((side) => Object.keys(dictionaryOf(sides[side].value)));
  const rows = [...new Set<string>([...ROWS[of], ...used, ...added])];
  return (
    <>
      <div className="flex flex-col gap-3">
        <div className={cx('grid gap-2', shown.length === 2 && 'grid-cols-2')}>
          {shown.map((side) => (
            <Head key={side} {...sides[side]} title={t(`objects.${side}`)} />
          ))}
        </div>
        {rows.map((name) => (
          <Row
            key={name}
            name={name}
            sides={sides}
            shown={shown}
            standard={ROWS[of].some((row) => row === name)}
          />
        ))}
      </div>
      {of === 'compute' ? <p className="text-sm text-muted">{t('objects.quantityHint')}</p> : null}
      <AddResource taken={rows} onAdd={(name) => setAdded([...added, name])} />
      <Rest {...parts} omit={shown.length === SIDES.length ? SHOWN : new Set<string>(shown)} />
    </>
  );
}

/** Heads a column, and says what is wrong with the whole of it. */
function Head({ path, value, errors, title }: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const isEmpty = isDictionary(value) && Object.keys(value).length === 0;
  return (
    <div
      id={fieldId(path)}
      data-section={pathKey(path)}
      tabIndex={-1}
      className="min-w-0 scroll-mt-24 text-sm text-muted"
    >
      {title}
      {isEmpty ? <span className="ms-2 text-xs text-faint">{t('empty')}</span> : null}
      <OwnErrors errors={errors.own} />
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly sides: Readonly<Record<Side, Parts>>;
  readonly shown: readonly Side[];
  /** Always offered, so there is nothing to remove. */
  readonly standard: boolean;
}

function Row({ name, sides, shown, standard }: RowProps): ReactNode {
  const t = useTranslations('schema-form');
  const cells = shown.map((side) => ({ side, cell: partAt(sides[side], name, QUANTITY) }));
  const valueOf = (wanted: Side): unknown => cells.find(({ side }) => side === wanted)?.cell.value;
  const [asked, limit] = [numberOf(valueOf('requests')), numberOf(valueOf('limits'))];
  const isOver = asked !== undefined && limit !== undefined && asked > limit;
  const set = cells.filter(({ cell }) => cell.value !== undefined);
  return (
    <div role="group" aria-label={name} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-5 items-center gap-1">
        <span className="min-w-0 grow truncate font-mono text-sm">{name}</span>
        {standard
          ? null
          : set.map(({ side, cell }) => (
              <RemoveItem key={side} path={cell.path} name={t(`objects.${side}Of`, { name })} />
            ))}
      </div>
      <div className={cx('grid gap-2', cells.every(({ cell }) => isLeaf(cell)) && 'grid-cols-2')}>
        {cells.map(({ side, cell }) => (
          <Leaf key={side} {...cell} label={t(`objects.${side}Of`, { name })} hideLabel unsetsWhenEmpty />
        ))}
      </div>
      {isOver ? <Remark>{t('objects.overLimit')}</Remark> : null}
    </div>
  );
}

function numberOf(value: unknown): number | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain ? parseQuantity(String(value))?.number : undefined;
}

const COMMON = ['ephemeral-storage', 'hugepages-2Mi', 'hugepages-1Gi', 'nvidia.com/gpu', 'amd.com/gpu'];

function AddResource({
  taken,
  onAdd,
}: {
  readonly taken: readonly string[];
  readonly onAdd: (name: string) => void;
}): ReactNode {
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const [name, setName] = useState('');
  if (frozen) return null;
  const free = name.trim() !== '' && !taken.includes(name.trim());
  const add = (): void => {
    if (!free) return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Combobox
        mono
        className="min-w-40 grow basis-48"
        aria-label={t('objects.otherResource')}
        placeholder={t('objects.otherResource')}
        listLabel={t('objects.otherResource')}
        value={name}
        onChange={setName}
        options={COMMON.filter((one) => !taken.includes(one)).map((value) => ({ value }))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.defaultPrevented) add();
        }}
      />
      <Button
        icon={<Plus aria-hidden className="size-3.5" />}
        disabledReason={free ? undefined : t('objects.nameFirst')}
        onClick={add}
      >
        {t('add')}
      </Button>
    </div>
  );
}
