'use client';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { isDictionary, isList, type Path, pathKey, dictionaryOf } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { OwnErrors, SmallButton } from '../../field-parts.tsx';
import { isLeaf } from '../../field-props.ts';
import { fieldId, useForm } from '../../state/form-model.ts';
import {
  AddItem,
  ItemCard,
  Items,
  itemsOf,
  Leaf,
  OddItem,
  partAt,
  type Parts,
  Rest,
  TEXT_FIELD,
  Whole,
} from './parts.tsx';

const LABEL_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const NODE_OPERATORS = [...LABEL_OPERATORS, 'Gt', 'Lt'];

/** What the parts are where the operator's schema leaves them open. Source: Kubernetes API reference, meta/v1. */
export const TEXTS = fieldOf({ type: 'array', items: { type: 'string' } });
const EXPRESSION = fieldOf({
  type: 'object',
  properties: { key: { type: 'string' }, operator: { type: 'string' }, values: TEXTS.raw },
});
export const EXPRESSIONS = fieldOf({ type: 'array', items: EXPRESSION.raw });

/** Labels that must be there, and conditions on labels. */
export function LabelSelectorContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { value } = parts;
  const conditions = partAt(parts, 'matchExpressions', EXPRESSIONS);
  const isEmpty = isDictionary(value) && Object.keys(value).length === 0;
  return (
    <>
      {isEmpty ? <p className="text-sm text-muted">{t('objects.selectsAll')}</p> : null}
      <Whole {...partAt(parts, 'matchLabels')} title={t('objects.matchLabels')} />
      <Conditions {...conditions} title={t('objects.matchExpressions')} operators={LABEL_OPERATORS} />
      <Rest {...parts} omit={SELECTOR} />
    </>
  );
}

const SELECTOR: ReadonlySet<string> = new Set(['matchLabels', 'matchExpressions']);
const TERM: ReadonlySet<string> = new Set(['matchExpressions', 'matchFields']);

/** Conditions on the labels and fields of nodes; all of them must hold. */
export function NodeSelectorTermContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const labels = partAt(parts, 'matchExpressions', EXPRESSIONS);
  const fields = partAt(parts, 'matchFields', EXPRESSIONS);
  return (
    <>
      <Conditions {...labels} title={t('objects.nodeLabels')} operators={NODE_OPERATORS} />
      {fields.value === undefined ? null : (
        <Conditions {...fields} title={t('objects.nodeFields')} operators={NODE_OPERATORS} />
      )}
      <Rest {...parts} omit={fields.value === undefined ? new Set(['matchExpressions']) : TERM} />
    </>
  );
}

export function ExpressionsContent(parts: Parts): ReactNode {
  return <Rows {...parts} operators={LABEL_OPERATORS} />;
}

interface RowsProps extends Parts {
  readonly operators: readonly string[];
}

/** A list of conditions without a section of its own; anything but a list is shown as it is. */
function Conditions(props: RowsProps): ReactNode {
  const { path, value, errors, title } = props;
  const id = useId();
  if (value !== undefined && !isList(value)) return <Whole {...props} />;
  return (
    <section
      id={fieldId(path)}
      data-section={pathKey(path)}
      aria-labelledby={id}
      tabIndex={-1}
      className="flex min-w-0 scroll-mt-24 flex-col gap-2"
    >
      <h4 id={id} className="font-medium">
        {title}
      </h4>
      <OwnErrors errors={errors.own} />
      <Rows {...props} />
    </section>
  );
}

function Rows({ operators, ...parts }: RowsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value } = parts;
  return (
    <>
      <Items
        {...parts}
        draw={(item) => (
          <Row {...partAt(parts, Number(item.path.at(-1)), EXPRESSION)} operators={operators} />
        )}
      />
      <div>
        <AddItem
          path={path}
          value={value}
          item={{ key: '', operator: operators[0] }}
          label={t('objects.addCondition')}
          name={t('objects.condition', { number: itemsOf(value).length + 1 })}
        />
      </div>
    </>
  );
}

const PARTS: ReadonlySet<string> = new Set(['key', 'operator', 'values']);

function Row({ operators, ...item }: RowsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value } = item;
  const name = t('objects.condition', { number: Number(path.at(-1)) + 1 });
  const values = partAt(item, 'values', TEXTS);
  const parts = dictionaryOf(value);
  const fits =
    isDictionary(value) &&
    Object.keys(parts).every((key) => PARTS.has(key)) &&
    (values.value === undefined || isPlainList(values));
  if (!fits) return <OddItem item={{ ...item, title: name }} name={name} />;
  const valueless = /Exists|DoesNotExist/.test(String(parts['operator'])) && values.value === undefined;
  return (
    <ItemCard
      item={item}
      name={name}
      controls={
        <>
          <Leaf {...partAt(item, 'key', TEXT_FIELD)} label={t('objects.key')} />
          <Leaf {...partAt(item, 'operator', TEXT_FIELD)} label={t('objects.operator')} options={operators} />
        </>
      }
    >
      {valueless ? null : <Values {...values} />}
    </ItemCard>
  );
}

function isPlainList(list: Parts): boolean {
  return isList(list.value) && list.value.every((_, index) => isLeaf(partAt(list, index)));
}

/** Short texts beside each other. */
function Values(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, errors } = parts;
  const { actions, frozen } = useForm();
  const items = itemsOf(value);
  return (
    <section
      id={fieldId(path)}
      data-section={pathKey(path)}
      aria-label={t('objects.values')}
      tabIndex={-1}
      className="flex scroll-mt-24 flex-wrap items-end gap-2"
    >
      {items.map((_, index) => (
        <div key={index} className="flex items-end">
          <Leaf
            {...partAt(parts, index, TEXT_FIELD)}
            label={t('objects.valueNumber', { number: index + 1 })}
            className="w-36"
          />
          <RemoveValue path={[...path, index]} number={index + 1} />
        </div>
      ))}
      {frozen ? null : (
        <SmallButton
          icon={<Plus aria-hidden className="size-3.5" />}
          label={t('objects.addValue')}
          onClick={() => actions.edit({ kind: 'insert', path: [...path, items.length], value: '' })}
        />
      )}
      {isList(value) && items.length === 0 ? <span className="text-sm text-faint">{t('empty')}</span> : null}
      <OwnErrors errors={errors.own} className="w-full" />
    </section>
  );
}

function RemoveValue({ path, number }: { readonly path: Path; readonly number: number }): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  if (frozen) return null;
  return (
    <SmallButton
      icon={<X aria-hidden className="size-3.5" />}
      label={t('remove', { name: t('objects.valueNumber', { number }) })}
      onClick={() => actions.clear(path)}
    />
  );
}
