'use client';
import { ClipboardPaste } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Field as Labelled } from '#components/ui/field.tsx';
import { Select, TextArea } from '#components/ui/inputs.tsx';
import { type EnvLine, parseEnvLines } from '#lib/schema-form/formats/env-lines.ts';
import { type Dictionary, isDictionary, pathKey, dictionaryOf } from '#lib/schema-form/schema/path.ts';
import { referenceOf } from '#lib/schema-form/schema/references.ts';
import { itemField, propertyOf } from '#lib/schema-form/schema/schema.ts';
import { itemTitle } from '#lib/schema-form/schema/titles.ts';
import { OwnErrors } from '../../field-parts.tsx';
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
} from './parts.tsx';
import { ReferenceContent } from './reference.tsx';

/** Environment variables: name and value, or where the value comes from. */
export function EnvContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, title } = parts;
  const items = itemsOf(value);
  return (
    <>
      {items.length === 0 ? <p className="text-sm text-faint">{t('noItems')}</p> : null}
      <Items {...parts} draw={(item) => <EnvRow {...item} />} />
      <div>
        <AddItem
          path={path}
          value={value}
          item={{ name: '', value: '' }}
          label={t('addItem', { item: itemTitle(title) })}
          name={t('objects.variable', { number: items.length + 1 })}
        />
      </div>
      <PasteLines {...parts} />
    </>
  );
}

const SOURCES = ['secretKeyRef', 'configMapKeyRef', 'fieldRef', 'resourceFieldRef'] as const;
type Source = 'value' | (typeof SOURCES)[number];

/** Where the value comes from; undefined when the item says something else than one of them. */
function sourceOf(item: Dictionary): Source | undefined {
  if (!Object.keys(item).every((key) => key === 'name' || key === 'value' || key === 'valueFrom'))
    return undefined;
  if (!Object.hasOwn(item, 'valueFrom')) return 'value';
  const from = item['valueFrom'];
  if (Object.hasOwn(item, 'value') || !isDictionary(from)) return undefined;
  const keys = Object.keys(from);
  return SOURCES.find((source) => keys.length === 1 && keys[0] === source && isDictionary(from[source]));
}

function EnvRow(item: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, field } = item;
  const name = t('objects.variable', { number: Number(path.at(-1)) + 1 });
  const source = isDictionary(value) ? sourceOf(value) : undefined;
  const valuePart = partAt(item, 'value', TEXT_FIELD);
  const fits = source !== undefined && (source !== 'value' || isLeaf(valuePart));
  if (!fits) return <OddItem item={{ ...item, title: name }} name={name} />;
  return (
    <ItemCard
      item={item}
      name={name}
      controls={
        <>
          <Leaf {...partAt(item, 'name', TEXT_FIELD)} label={t('objects.envName')} />
          {propertyOf(field, 'valueFrom') === undefined ? null : <SourceSelect item={item} source={source} />}
          {source === 'value' ? <Leaf {...valuePart} label={t('objects.envValue')} /> : null}
        </>
      }
    >
      {source === 'value' ? null : <From {...partAt(item, 'valueFrom')} source={source} />}
    </ItemCard>
  );
}

function SourceSelect({ item, source }: { readonly item: Parts; readonly source: Source }): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  const valueFrom = propertyOf(item.field, 'valueFrom');
  const known = SOURCES.filter(
    (one) => one === source || (valueFrom !== undefined && propertyOf(valueFrom, one) !== undefined),
  );
  return (
    <Labelled label={<span className="text-sm font-normal text-muted">{t('objects.envFrom')}</span>}>
      <Select
        value={source}
        disabled={frozen}
        options={(['value', ...known] as const).map((one) => ({
          value: one,
          label: t(`objects.sources.${one}`),
        }))}
        onChange={(chosen) => {
          const next = (['value', ...SOURCES] as const).find((one) => one === chosen);
          if (next !== undefined && next !== source)
            actions.set(item.path, switched(dictionaryOf(item.value), source, next));
        }}
      />
    </Labelled>
  );
}

const STARTS: Readonly<Record<Source, unknown>> = {
  value: '',
  secretKeyRef: { name: '', key: '' },
  configMapKeyRef: { name: '', key: '' },
  fieldRef: { fieldPath: '' },
  resourceFieldRef: { resource: '' },
};

/** Between Secrets and ConfigMaps name and key stay. */
function switched(item: Dictionary, from: Source, to: Source): Dictionary {
  const { value: _value, valueFrom, ...kept } = item;
  if (to === 'value') return { ...kept, value: STARTS.value };
  const before = isDictionary(valueFrom) ? valueFrom[from] : undefined;
  const alike = from.endsWith('KeyRef') && to.endsWith('KeyRef');
  return { ...kept, valueFrom: { [to]: alike ? before : STARTS[to] } };
}

function From({ source, ...valueFrom }: Parts & { readonly source: Source }): ReactNode {
  const inner = partAt(valueFrom, source);
  const reference = referenceOf(inner.field, source, inner.value, undefined);
  const own = [...valueFrom.errors.own, ...inner.errors.own];
  return (
    <div id={fieldId(valueFrom.path)} data-section={pathKey(valueFrom.path)} className="min-w-0">
      <div
        id={fieldId(inner.path)}
        data-section={pathKey(inner.path)}
        className="flex min-w-0 flex-col gap-3"
      >
        <OwnErrors errors={own} />
        {reference === undefined ? (
          <Rest {...inner} />
        ) : (
          <ReferenceContent {...inner} reference={reference} />
        )}
      </div>
    </div>
  );
}

/** Many at once, as they stand in files and shells. */
function PasteLines(list: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  const ui = useTranslations('ui');
  const [text, setText] = useState<string>();
  if (frozen) return null;
  if (text === undefined) {
    return (
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<ClipboardPaste aria-hidden className="size-3.5" />}
          onClick={() => setText('')}
        >
          {t('objects.pasteLines')}
        </Button>
      </div>
    );
  }
  const { lines, odd } = parseEnvLines(text);
  const add = (): void => {
    let end = itemsOf(list.value).length;
    for (const line of lines) {
      const at = indexOf(list, line);
      if (at === undefined) {
        actions.edit({
          kind: 'insert',
          path: [...list.path, end],
          value: { name: line.name, value: line.value },
        });
        end += 1;
      } else actions.set([...list.path, at, 'value'], line.value);
    }
    setText(undefined);
  };
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-2">
      <Labelled
        label={t('objects.lines')}
        help={t('objects.linesHelp')}
        error={odd.length === 0 ? undefined : t('objects.oddLines', { lines: odd.join(', ') })}
      >
        <TextArea mono rows={5} value={text} onChange={setText} placeholder={PLACEHOLDER} />
      </Labelled>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => setText(undefined)}>
          {ui('cancel')}
        </Button>
        <Button
          size="sm"
          disabledReason={lines.length === 0 ? t('objects.noLines') : undefined}
          onClick={add}
        >
          {t('objects.addVariables', { count: lines.length })}
        </Button>
      </div>
    </div>
  );
}

const PLACEHOLDER = 'LOG_LEVEL=info\nREGION=eu-west-1';

/** A variable of this name whose value can be replaced; one that comes from elsewhere is left alone. */
function indexOf(list: Parts, line: EnvLine): number | undefined {
  const at = itemsOf(list.value).findIndex(
    (item) => isDictionary(item) && item['name'] === line.name && !Object.hasOwn(item, 'valueFrom'),
  );
  return at < 0 || itemField(list.field).kind === 'any' ? undefined : at;
}
