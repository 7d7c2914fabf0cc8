'use client';
import { type ReactNode, use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/error-tree.ts';
import { type FieldEntry, layoutObject, type ObjectLayout } from '#lib/schema-form/layout.ts';
import { type Dictionary, ownValue, type Path } from '#lib/schema-form/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema.ts';
import { AddField } from './add-field.tsx';
import { SpecContext, useForm } from './form-model.ts';
import { Disclosure } from './section.tsx';

export interface ObjectFieldsProps {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
  readonly value: Dictionary | undefined;
  readonly errors: ErrorTree;
  readonly depth: number;
  readonly omit?: ReadonlySet<string>;
}

const WORTH_HIDING = 3;

/** The fields of one object: what matters at once, the rest and the advanced ones on demand. */
export function ObjectFields(props: ObjectFieldsProps): ReactNode {
  const { field, descriptors, value, path, omit } = props;
  const t = useTranslations('schema-form');
  const { target } = useForm();
  const spec = use(SpecContext);
  const layout = layoutObject({ field, descriptors, value, spec, ...(omit === undefined ? {} : { omit }) });
  const [kept, setKept] = useState<ReadonlySet<string>>();
  const groups = stable(layout, kept);
  const next = target?.[path.length];
  const points = (entries: readonly FieldEntry[]): boolean =>
    typeof next === 'string' &&
    path.every((step, index) => target?.[index] === step) &&
    entries.some((entry) => entry.name === next);
  const rows = (entries: readonly FieldEntry[]): ReactNode =>
    entries.map((entry) => <Row key={entry.name} {...props} entry={entry} />);
  const short = groups.more.length <= WORTH_HIDING && groups.advanced.length === 0;
  const canAdd = field.open && field.raw['type'] !== undefined;
  return (
    <>
      {rows(groups.primary)}
      {groups.primary.length === 0 || short ? rows(groups.more) : null}
      {groups.primary.length === 0 || short || groups.more.length === 0 ? null : (
        <Disclosure
          label={t('moreFields')}
          count={groups.more.length}
          forced={points(groups.more)}
          onOpen={() => {
            setKept(new Set(layout.primary.map((entry) => entry.name)));
          }}
        >
          {() => rows(groups.more)}
        </Disclosure>
      )}
      {groups.advanced.length === 0 ? null : (
        <Disclosure
          label={t('advanced')}
          badge={<SetCount entries={groups.advanced} value={value} />}
          forced={points(groups.advanced)}
        >
          {() => rows(groups.advanced)}
        </Disclosure>
      )}
      {canAdd ? <AddField path={path} taken={value} /> : null}
    </>
  );
}

/**
 * A field that is filled in under "More fields" stays there: moving it to the top while somebody types in it would
 * take the control from under their hands.
 */
function stable(layout: ObjectLayout, kept: ReadonlySet<string> | undefined): ObjectLayout {
  if (kept === undefined) return layout;
  const moved = layout.primary.filter((entry) => !kept.has(entry.name) && !entry.required && !entry.unknown);
  return {
    primary: layout.primary.filter((entry) => !moved.includes(entry)),
    more: [...layout.more, ...moved].sort((left, right) => (left.title < right.title ? -1 : 1)),
    advanced: layout.advanced,
  };
}

function SetCount({
  entries,
  value,
}: {
  readonly entries: readonly FieldEntry[];
  readonly value: Dictionary | undefined;
}): ReactNode {
  const t = useTranslations('schema-form');
  const count = entries.filter((entry) => value !== undefined && Object.hasOwn(value, entry.name)).length;
  return count === 0 ? null : <Badge>{t('set', { count })}</Badge>;
}

function Row({
  entry,
  path,
  value,
  errors,
  depth,
}: ObjectFieldsProps & { readonly entry: FieldEntry }): ReactNode {
  const { Field } = useForm();
  return (
    <Field
      path={[...path, entry.name]}
      title={entry.title}
      help={entry.help}
      required={entry.required}
      field={entry.field}
      descriptors={entry.descriptors}
      value={value === undefined ? undefined : ownValue(value, entry.name)}
      errors={errorsAt(errors, entry.name)}
      depth={depth + 1}
    />
  );
}
