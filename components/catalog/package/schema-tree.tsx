'use client';
import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { SearchInput } from '#components/ui/inputs.tsx';
import { noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { FieldIndex, formatPattern, type FoundField } from '#lib/schema-form/schema/field-index.ts';
import { schemaOutline, type OutlineField } from '#lib/schema-form/layout/outline.ts';
import { pathKey } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';

/** What every object has, and nobody looks up here. */
const COMMON = new Set(['apiVersion', 'kind', 'metadata']);
/** What is open at first. */
const TOP = new Set([pathKey(['spec'])]);

/** Every field of a kind, level by level; a level is read when it opens. */
export function SchemaTree({ schema }: { readonly schema: FieldSchema }): ReactNode {
  const t = useTranslations('packages');
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(TOP);
  const [shown, setShown] = useState<string>();
  const query = useDeferredValue(text);
  const index = useMemo(
    () => new FieldIndex({ field: schema, descriptors: noDescriptors, path: [] }),
    [schema],
  );
  const found = useMemo(() => (query.trim() === '' ? [] : index.find(query)), [index, query]);
  const fields = schemaOutline(schema).filter(({ name }) => !COMMON.has(name));
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const show = (field: FoundField): void => {
    const names = field.pattern.filter((step) => step !== null).map(String);
    setOpen(new Set([...open, ...names.map((_name, depth) => pathKey(names.slice(0, depth)))]));
    setShown(pathKey(names));
    setText('');
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchInput label={t('searchFields')} value={text} onChange={setText} className="max-w-90" />
      {query.trim() === '' ? null : <Found found={found} onShow={show} />}
      <ul className="flex min-w-0 flex-col">
        {fields.map((field) => (
          <Field key={field.name} field={field} open={open} shown={shown} onToggle={toggle} />
        ))}
      </ul>
    </div>
  );
}

interface FoundProps {
  readonly found: readonly FoundField[];
  readonly onShow: (field: FoundField) => void;
}

function Found({ found, onShow }: FoundProps): ReactNode {
  const t = useTranslations('packages');
  return (
    <div className="rounded-md border border-line">
      <p role="status" className="px-3 py-1.5 text-sm text-muted">
        {t('fieldsFound', { count: found.length })}
      </p>
      <ul>
        {found.map((field) => {
          const path = formatPattern(field.pattern);
          return (
            <li key={path}>
              <button
                type="button"
                className="w-full px-3 py-1.5 text-start font-mono text-xs break-all hover:bg-hover focus-visible:-outline-offset-2"
                onClick={() => onShow(field)}
              >
                {path}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface FieldProps {
  readonly field: OutlineField;
  readonly open: ReadonlySet<string>;
  readonly shown: string | undefined;
  readonly onToggle: (key: string) => void;
}

function Field(props: FieldProps): ReactNode {
  const { field, open, shown, onToggle } = props;
  const key = pathKey(field.names);
  const isOpen = open.has(key);
  return (
    <li
      ref={(row) => {
        // Opened from the search: brought into view where it is first drawn.
        if (row !== null && shown === key) row.scrollIntoView({ block: 'nearest' });
      }}
      className={cx('min-w-0 rounded-md', shown === key && 'bg-accent-soft')}
    >
      <div className="flex min-w-0 items-start gap-1 py-1">
        {field.hasFields ? (
          <Opener field={field} isOpen={isOpen} onToggle={onToggle} />
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <FieldText field={field} />
      </div>
      {isOpen && field.hasFields ? (
        <ul className="ms-3 flex min-w-0 flex-col border-s border-line ps-2 sm:ps-3">
          {schemaOutline(field.schema, field.names).map((inner) => (
            <Field key={inner.name} {...props} field={inner} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

interface OpenerProps {
  readonly field: OutlineField;
  readonly isOpen: boolean;
  readonly onToggle: (key: string) => void;
}

function Opener({ field, isOpen, onToggle }: OpenerProps): ReactNode {
  const t = useTranslations('packages');
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={t('fieldsOf', { name: field.name })}
      className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
      onClick={() => onToggle(pathKey(field.names))}
    >
      <ChevronRight aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-90')} />
    </button>
  );
}

function FieldText({ field }: { readonly field: OutlineField }): ReactNode {
  const t = useTranslations('packages');
  const { name, type, required, description, defaultValue, options, limits, flags, rules } = field;
  const facts = [
    defaultValue === undefined ? undefined : t('defaultIs', { value: defaultValue }),
    options.length === 0 ? undefined : t('oneOf', { values: options.join(', ') }),
    ...limits,
    ...flags.map((flag) => t(`flag.${flag}`)),
  ].filter((fact) => fact !== undefined);
  return (
    <div className="min-w-0 pt-0.5">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-sm font-medium break-all">{name}</span>
        <span className="font-mono text-xs break-all text-muted">{type}</span>
        {required ? <span className="text-xs text-warn">{t('required')}</span> : null}
      </p>
      {description === undefined ? null : <p className="text-sm break-words text-muted">{description}</p>}
      {facts.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-3 font-mono text-xs text-muted">
          {facts.map((fact) => (
            <li key={fact} className="break-all">
              {fact}
            </li>
          ))}
        </ul>
      )}
      {rules.map(({ rule, message }) => (
        <p key={rule} className="text-xs break-all text-muted">
          <code className="font-mono">{rule}</code>
          {message === undefined ? null : ` – ${message}`}
        </p>
      ))}
    </div>
  );
}
