'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isDictionary, isList, isFilled } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import type { FieldViewProps } from './field-props.ts';
import { useForm } from './state/form-model.ts';
import { numberFromText, textFromValue } from './state/scalar-values.ts';

type ToolsProps = Pick<FieldViewProps, 'path' | 'field' | 'value'>;

/**
 * What else can be done to a field than typing in it: an empty text where there is none, null where the schema allows
 * it, another type where the type is wrong or free. The first two show only while the field is in use, so that they
 * stand in nobody's way.
 */
export function FieldTools({ path, field, value }: ToolsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  if (frozen) return null;
  const set = (next: unknown) => (): void => actions.set(path, next);
  const right = rightType(field, value);
  return (
    <>
      {right === undefined ? null : (
        <Tool label={t('widgets.makeType', { value: literal(right) })} always onClick={set(right)} />
      )}
      {value === undefined && takesEmptyText(field) ? (
        <Tool label={t('widgets.setEmpty')} onClick={set('')} />
      ) : null}
      {field.nullable && value !== null ? <Tool label={t('widgets.setNull')} onClick={set(null)} /> : null}
      {field.kind === 'any' && !isFilled(value) ? <TypeTool path={path} field={field} value={value} /> : null}
    </>
  );
}

function Tool(props: {
  readonly label: string;
  readonly always?: boolean;
  readonly onClick: () => void;
}): ReactNode {
  const shown =
    props.always === true ? '' : 'hidden group-focus-within/field:inline group-hover/field:inline ';
  return (
    <button
      type="button"
      className={`${shown}rounded-sm px-1 text-xs text-faint hover:bg-hover hover:text-text`}
      onClick={props.onClick}
    >
      {props.label}
    </button>
  );
}

function takesEmptyText({ kind, options, format, raw }: FieldSchema): boolean {
  const least = raw['minLength'];
  return (
    kind === 'string' &&
    options === undefined &&
    format === undefined &&
    !(typeof least === 'number' && least > 0)
  );
}

/** The same value in the type that the schema wants; undefined when it has it, or has no such form. */
function rightType(field: FieldSchema, value: unknown): unknown {
  if (field.kind === 'string' && (typeof value === 'boolean' || typeof value === 'number'))
    return String(value);
  if (field.kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return undefined;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}

/** The word of YAML, in any language. */
const NULL = 'null';
const TYPES = ['text', 'number', 'switch', 'group', 'list'] as const;
type TypeName = (typeof TYPES)[number];

/** The type of a value that may have any: what is there is kept as far as it has a form in the new type. */
function TypeTool({ path, value }: ToolsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { actions } = useForm();
  return (
    <select
      aria-label={t('typeOfValue')}
      value={typeName(value) ?? ''}
      onChange={(event) => {
        const chosen = TYPES.find((type) => type === event.target.value);
        if (chosen !== undefined) actions.set(path, inType(chosen, value));
      }}
      className="h-6 rounded-sm border border-line bg-surface px-1 text-xs text-muted hover:border-control"
    >
      <option value="">{value === null ? NULL : t('widgets.chooseType')}</option>
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {t(`types.${type}`)}
        </option>
      ))}
    </select>
  );
}

function typeName(value: unknown): TypeName | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'switch';
  if (isList(value)) return 'list';
  return isDictionary(value) ? 'group' : undefined;
}

function inType(type: TypeName, value: unknown): unknown {
  const isScalar = value !== undefined && value !== null && typeof value !== 'object';
  const text = isScalar ? textFromValue(value) : '';
  switch (type) {
    case 'text':
      return text;
    case 'number': {
      const number = numberFromText(text);
      return typeof number === 'string' ? 0 : number;
    }
    case 'switch':
      return text === 'true';
    case 'group':
      return {};
    case 'list':
      return isScalar ? [value] : [];
  }
}
