'use client';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { type DescriptorTree, stepDescriptors } from '#lib/schema-form/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/error-tree.ts';
import type { Path } from '#lib/schema-form/path.ts';
import { type FieldSchema, itemField } from '#lib/schema-form/schema.ts';
import { itemTitle } from '#lib/schema-form/titles.ts';
import { SmallButton } from './field-parts.tsx';
import { shownField } from './field-props.ts';
import { useForm } from './form-model.ts';
import { ScalarControl } from './scalar-field.tsx';
import { fits, initialValue, summaryOf } from './scalar-values.ts';
import { NewValueButtons } from './add-field.tsx';
import { useProblemTexts } from './problem-text.ts';

interface ListFieldProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: readonly unknown[] | undefined;
  readonly errors: ErrorTree;
  readonly depth: number;
  readonly title: string;
}

/** Items drawn at once; longer lists grow on demand. */
const WINDOW = 30;

/** A list: items can be added, removed and moved; scalars are rows, everything else sections. */
export function ListField(props: ListFieldProps): ReactNode {
  const { field, path, value = [], title } = props;
  const t = useTranslations('schema-form');
  const { actions, frozen } = useForm();
  const [shown, setShown] = useState(WINDOW);
  const item = itemField(field);
  const one = itemTitle(title);
  const add = (next: unknown): void => {
    actions.edit({ kind: 'insert', path: [...path, value.length], value: next });
  };
  return (
    <>
      {value.length === 0 ? <p className="text-sm text-faint">{t('noItems')}</p> : null}
      <ol className="flex flex-col gap-3 empty:hidden">
        {value.slice(0, shown).map((entry, index) => (
          // Items have no identity of their own; the position is what the text knows them by.
          <li key={index}>
            <Item {...props} item={item} entry={entry} index={index} count={value.length} />
          </li>
        ))}
      </ol>
      {value.length > shown ? (
        <Button
          size="sm"
          onClick={() => {
            setShown(shown + WINDOW * 3);
          }}
        >
          {t('showMoreItems', { count: value.length })}
        </Button>
      ) : null}
      {frozen ? null : item.kind === 'any' ? (
        <NewValueButtons label={t('addItem', { item: one })} onAdd={add} />
      ) : (
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-3.5" />}
            onClick={() => {
              add(initialValue(item));
              setShown(Math.max(shown, value.length + 1));
            }}
          >
            {t('addItem', { item: one })}
          </Button>
        </div>
      )}
    </>
  );
}

interface ItemProps extends ListFieldProps {
  readonly item: FieldSchema;
  readonly entry: unknown;
  readonly index: number;
  readonly count: number;
}

function Item({ item, entry, index, count, path, errors, descriptors, depth, title }: ItemProps): ReactNode {
  const told = useProblemTexts();
  const { actions, frozen, Field } = useForm();
  const at = [...path, index];
  const own = errorsAt(errors, index);
  const field = shownField(item, entry);
  const name = `${itemTitle(title)} ${index + 1}`;
  const tools = frozen ? null : <ItemTools path={path} index={index} count={count} name={name} />;
  const scalar = !['array', 'map', 'object', 'any'].includes(field.kind) && fits(field, entry);
  if (scalar) {
    return (
      <div className="min-w-0">
        <div className="flex items-start gap-1">
          <div className="min-w-0 grow">
            <ScalarControl
              field={field}
              descriptor={descriptors.own}
              value={entry}
              disabled={frozen}
              ariaLabel={name}
              onChange={(next) => {
                actions.set(at, next);
              }}
              onClear={() => {
                actions.set(at, field.kind === 'string' || field.kind === 'intOrString' ? '' : null);
              }}
            />
          </div>
          {tools}
        </div>
        {own.own.length === 0 ? null : <p className="text-sm text-bad">{told(own.own)}</p>}
      </div>
    );
  }
  const summary = summaryOf(entry);
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <Field
          path={at}
          title={summary === undefined ? `${index + 1}` : `${index + 1} · ${summary}`}
          field={item}
          descriptors={stepDescriptors(descriptors, index)}
          value={entry}
          errors={own}
          clearable={false}
          depth={depth + 1}
        />
      </div>
      {tools}
    </div>
  );
}

function ItemTools({
  path,
  index,
  count,
  name,
}: {
  readonly path: Path;
  readonly index: number;
  readonly count: number;
  readonly name: string;
}): ReactNode {
  const t = useTranslations('schema-form');
  const { actions } = useForm();
  const move = (to: number): void => {
    actions.edit({ kind: 'move', path, from: index, to });
  };
  return (
    <span className="flex shrink-0 items-center">
      {index > 0 ? (
        <SmallButton
          icon={<ArrowUp aria-hidden className="size-3.5" />}
          label={t('moveUp', { name })}
          onClick={() => move(index - 1)}
        />
      ) : null}
      {index < count - 1 ? (
        <SmallButton
          icon={<ArrowDown aria-hidden className="size-3.5" />}
          label={t('moveDown', { name })}
          onClick={() => move(index + 1)}
        />
      ) : null}
      <SmallButton
        icon={<Trash2 aria-hidden className="size-3.5" />}
        label={t('remove', { name })}
        onClick={() => {
          actions.edit({ kind: 'delete', path: [...path, index] });
        }}
      />
    </span>
  );
}
