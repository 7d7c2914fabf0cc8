'use client';
import { type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { optional } from '#lib/base/loose.ts';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { type ErrorTree, errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import type { FieldEntry } from '#lib/schema-form/layout/field-entry.ts';
import {
  layoutKey,
  type LayoutInput,
  layoutObject,
  type ObjectLayout,
  type ShownUnion,
} from '#lib/schema-form/layout/layout.ts';
import { rowsOf } from '#lib/schema-form/desk/mount-plan.ts';
import { type Dictionary, ownValue, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { helpOf } from '#lib/schema-form/schema/titles.ts';
import { AddField } from './add-field.tsx';
import { FieldRows, type UnionRow } from './field-rows.tsx';
import { SpecContext, useForm } from './state/form-model.ts';
import { Disclosure } from './section.tsx';
import { UnionChoice } from './union-choice.tsx';
import { useUi } from './state/use-ui.ts';

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
  const { value, path, depth } = props;
  const t = useTranslations('schema-form');
  const spec = use(SpecContext);
  const [branch] = useUi('choice', path);
  const [reveal, setReveal] = useUi('reveal', path);
  const layout = useLayout(props, spec, { branch, revealed: reveal?.step });
  const [advanced, setAdvanced] = useUi('advanced', path);
  const [kept, setKept] = useUi('more', path);
  const groups = useTogether(useMemo(() => stable(layout, kept), [layout, kept]));
  // What the document holds is in sight from the start; later it must not open and close by itself.
  const [holdsAdvanced] = useState(() => setIn(layout.advanced, value) > 0);
  const inMore = groups.more.some((entry) => entry.name === reveal?.step);
  const inAdvanced = groups.advanced.some((entry) => entry.name === reveal?.step);
  useEffect(() => {
    if (inMore && kept === undefined) setKept(namesOf(layout.primary));
    if (inAdvanced && advanced !== true) setAdvanced(true);
  });
  const rowsIn = ({ name }: FieldEntry): number => rowsOf(ownValue(value ?? {}, name), depth + 1);
  const row = (entry: FieldEntry): ReactNode => <Row {...props} entry={entry} />;
  const union = unionRow(groups.primary, props, layout.union);
  const rows = (place: 'primary' | 'more' | 'advanced'): ReactNode => (
    <FieldRows path={path} entries={groups[place]} place={place} union={union} rowsOf={rowsIn} row={row} />
  );
  return (
    <>
      {rows('primary')}
      {groups.more.length === 0 ? null : (
        <Disclosure
          label={t('moreFields')}
          count={groups.more.length}
          open={kept !== undefined || inMore}
          onToggle={(open) => {
            setReveal(undefined);
            setKept(open ? namesOf(layout.primary) : undefined);
          }}
        >
          {() => rows('more')}
        </Disclosure>
      )}
      {groups.advanced.length === 0 ? null : (
        <Disclosure
          label={t('advanced')}
          badge={<SetCount entries={groups.advanced} value={value} />}
          open={advanced ?? (holdsAdvanced || inAdvanced)}
          onToggle={(open) => {
            setReveal(undefined);
            setAdvanced(open);
          }}
        >
          {() => rows('advanced')}
        </Disclosure>
      )}
      {takesMore(props) ? <AddField path={path} taken={value} /> : null}
    </>
  );
}

/** The layout, made anew only when something changes that it depends on: not at each key press. */
function useLayout(
  props: ObjectFieldsProps,
  spec: unknown,
  { branch, revealed }: Pick<LayoutInput, 'branch' | 'revealed'>,
): ObjectLayout {
  const { field, descriptors, value, path, omit } = props;
  const key = `${pathKey(path)}${layoutKey(field, value)}`;
  return useMemo(
    () =>
      layoutObject({
        ...{ field, descriptors, value, spec, path, branch, revealed },
        ...optional({ omit }),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the path and the value
    [field, descriptors, spec, branch, revealed, omit, key],
  );
}

/** Beside `spec` hardly any object has fields, and the YAML takes them all the same. */
function takesMore({ path, field }: ObjectFieldsProps): boolean {
  return path.length > 0 && field.open && field.raw['type'] !== undefined;
}

function unionRow(
  up: readonly FieldEntry[],
  { field, path, value }: ObjectFieldsProps,
  shown: ShownUnion | undefined,
): UnionRow | undefined {
  if (shown === undefined) return undefined;
  return {
    shown,
    choice: <UnionChoice union={shown} field={field} path={path} value={value} />,
    isUp: up.some((entry) => shown.branches.includes(entry.name)),
  };
}

function namesOf(entries: readonly FieldEntry[]): ReadonlySet<string> {
  return new Set(entries.map((entry) => entry.name));
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

function setIn(entries: readonly FieldEntry[], value: Dictionary | undefined): number {
  return entries.filter(({ name }) => value !== undefined && Object.hasOwn(value, name)).length;
}

/**
 * All fields in one list where hiding some is not worth it. Decided once, and so is the order: what is typed in must
 * stay where it is.
 */
function useTogether(layout: ObjectLayout): ObjectLayout {
  const { primary, more, advanced } = layout;
  const [first] = useState<ReadonlyMap<string, number> | undefined>(() =>
    primary.length === 0 || (more.length <= WORTH_HIDING && advanced.length === 0)
      ? new Map([...primary, ...more].map(({ name }, index) => [name, index]))
      : undefined,
  );
  return useMemo(() => {
    if (first === undefined) return layout;
    const { primary: top, more: rest } = layout;
    const placeOf = ({ name }: FieldEntry): number => first.get(name) ?? first.size;
    const all = [...top, ...rest].sort((left, right) => placeOf(left) - placeOf(right));
    return { ...layout, primary: all, more: [] };
  }, [layout, first]);
}

function SetCount({
  entries,
  value,
}: {
  readonly entries: readonly FieldEntry[];
  readonly value: Dictionary | undefined;
}): ReactNode {
  const t = useTranslations('schema-form');
  const count = setIn(entries, value);
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
      help={helpOf(entry.field, entry.descriptors.own)}
      required={entry.required}
      field={entry.field}
      descriptors={entry.descriptors}
      value={value === undefined ? undefined : ownValue(value, entry.name)}
      errors={errorsAt(errors, entry.name)}
      depth={depth + 1}
    />
  );
}
