'use client';
import { Plus } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { InlineField } from '#components/ui/field.tsx';
import { type DescriptorTree, stepDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import { type Path } from '#lib/schema-form/schema/path.ts';
import { type FieldSchema, itemField } from '#lib/schema-form/schema/schema.ts';
import { itemTitle } from '#lib/schema-form/schema/titles.ts';
import { NewValueButtons } from './add-field.tsx';
import { EntryRows } from './entry-rows.tsx';
import { focusAdded } from './state/field-focus.ts';
import { isLeaf, shownField, type MemberProps, sameProps } from './field-props.ts';
import { fieldId, useForm } from './state/form-model.ts';
import { GoToItem, ItemTools } from './list-tools.tsx';
import { useProblemTexts } from './state/problem-text.ts';
import { ScalarControl } from './scalar-field.tsx';
import { emptyValue, initialValue, summaryOf } from './state/scalar-values.ts';

interface ListFieldProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: readonly unknown[] | undefined;
  readonly errors: ErrorTree;
  readonly depth: number;
  readonly title: string;
}

const NOTHING: readonly unknown[] = [];
/** Lists longer than this can be gone to by number. */
const LONG = 60;

/** A list: items can be added, removed and moved; scalars are rows, everything else sections. */
export function ListField(props: ListFieldProps): ReactNode {
  const { field, path, value = NOTHING, title, errors, depth, descriptors } = props;
  const t = useTranslations('schema-form');
  const { actions, frozen, say, ui } = useForm();
  const list = useRef<HTMLDivElement>(null);
  const count = value.length;
  const item = itemField(field);
  const one = itemTitle(title);
  const add = (next: unknown): void => {
    actions.edit({ kind: 'insert', path: [...path, count], value: next });
    ui.reveal([...path, count]);
    say(t('form.added', { name: `${one} ${count + 1}` }));
    focusAdded(() => list.current?.querySelector(`[data-item="${count}"]`));
  };
  return (
    <>
      {count === 0 ? <p className="text-sm text-faint">{t('noItems')}</p> : null}
      {count > LONG ? <GoToItem path={path} count={count} name={one} /> : null}
      <EntryRows
        ref={list}
        path={path}
        values={value}
        depth={depth}
        draw={(index) => (
          <Item
            path={path}
            index={index}
            isLast={index === count - 1}
            item={item}
            entry={value[index]}
            errors={errorsAt(errors, index)}
            descriptors={descriptors}
            depth={depth}
            name={`${one} ${index + 1}`}
          />
        )}
      />
      {frozen ? null : item.kind === 'any' ? (
        <NewValueButtons label={t('addItem', { item: one })} onAdd={add} />
      ) : (
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-3.5" />}
            onClick={() => add(initialValue(item))}
          >
            {t('addItem', { item: one })}
          </Button>
        </div>
      )}
    </>
  );
}

interface ItemProps extends MemberProps {
  readonly isLast: boolean;
}

const Item = memo(ItemInner, sameProps);

function ItemInner(props: ItemProps): ReactNode {
  const { item, entry, index, isLast, path, errors, descriptors, depth, name } = props;
  const { frozen, Field } = useForm();
  const at = [...path, index];
  const tools = frozen ? null : <ItemTools path={path} index={index} isLast={isLast} name={name} />;
  if (isLeaf({ field: item, value: entry }))
    return <ScalarItem {...props} field={shownField(item, entry)} tools={tools} />;
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
          errors={errors}
          clearable={false}
          depth={depth + 1}
        />
      </div>
      {tools}
    </div>
  );
}

interface ScalarItemProps extends ItemProps {
  /** As it is shown. */
  readonly field: FieldSchema;
  readonly tools: ReactNode;
}

function ScalarItem({
  path,
  index,
  field,
  entry,
  errors,
  descriptors,
  name,
  tools,
}: ScalarItemProps): ReactNode {
  const told = useProblemTexts();
  const { actions, frozen } = useForm();
  const at = [...path, index];
  return (
    <InlineField id={fieldId(at)} error={errors.own.length === 0 ? undefined : told(errors.own)}>
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <ScalarControl
            path={at}
            field={field}
            descriptor={stepDescriptors(descriptors, index).own ?? descriptors.own}
            value={entry}
            disabled={frozen}
            ariaLabel={name}
            onChange={(next) => actions.set(at, next)}
            onClear={() => actions.set(at, emptyValue(field))}
          />
        </div>
        {tools}
      </div>
    </InlineField>
  );
}
