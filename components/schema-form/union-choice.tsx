'use client';
import { type ReactNode, useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Select } from '#components/ui/inputs.tsx';
import type { ShownUnion } from '#lib/schema-form/layout/layout.ts';
import { type Dictionary, ownValue, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { branchValue } from '#lib/schema-form/schema/union.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { useForm } from './state/form-model.ts';
import { useUi } from './state/use-ui.ts';
import type { Translate } from '#messages/types.ts';

/** As many branches as can be named in a label. */
const FEW = 3;

interface UnionChoiceProps {
  readonly union: ShownUnion;
  readonly field: FieldSchema;
  readonly path: Path;
  readonly value: Dictionary | undefined;
}

/**
 * Which one of the properties that exclude each other. Only the user's own choice removes anything: the branch that is
 * left is remembered and comes back with its values, and what both have in common moves along.
 */
export function UnionChoice({ union, field, path, value }: UnionChoiceProps): ReactNode {
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const locale = useLocale();
  const id = useId();
  const choose = useChoose({ union, field, path, value });
  const several = union.present.length > 1;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {union.titles.length > FEW
          ? whichOne(path, t)
          : new Intl.ListFormat(locale, { type: 'disjunction' }).format(union.titles)}
      </label>
      <Select
        id={id}
        disabled={frozen}
        value={several ? 'several' : union.chosen === undefined ? '' : `=${union.chosen}`}
        placeholder={t('widgets.none')}
        options={[
          ...union.branches.map((name, index) => ({ value: `=${name}`, label: union.titles[index] ?? name })),
          ...(several ? [{ value: 'several', label: t('widgets.several') }] : []),
        ]}
        onChange={(choice) => {
          if (choice !== 'several') choose(choice === '' ? undefined : choice.slice(1));
        }}
      />
      {several ? (
        <p className="text-sm text-muted">{t('widgets.severalSet', { count: union.present.length })}</p>
      ) : null}
    </div>
  );
}

/** Several choices may stand in one form, so each is named after what it is about. */
function whichOne(path: Path, t: Translate<'schema-form'>): string {
  const holder = path.length > 1 ? path.findLast((step) => typeof step === 'string') : undefined;
  return holder === undefined ? t('widgets.whichOne') : t('widgets.whichOf', { title: titleOf(holder) });
}

function useChoose({ union, field, path, value }: UnionChoiceProps): (name: string | undefined) => void {
  const { actions, ui } = useForm();
  const [, setChoice] = useUi('choice', path);
  const [left, setLeft] = useUi('left', path);
  return (name) => {
    const leaving = union.present.filter((branch) => branch !== name);
    const valueOf = (branch: string): unknown => ownValue(value ?? {}, branch);
    setLeft(new Map([...(left ?? []), ...leaving.map((branch) => [branch, valueOf(branch)] as const)]));
    setChoice(name);
    // One choice is one step to undo.
    const group = `${pathKey(path)}:${union.present.join()}>${name ?? ''}`;
    if (name !== undefined && !union.present.includes(name)) {
      const [from] = leaving;
      const old = from === undefined ? undefined : valueOf(from);
      const next = left?.get(name) ?? branchValue(field, { to: name, from, old });
      if (next !== undefined) actions.edit({ kind: 'set', path: [...path, name], value: next }, group);
      ui.set('open', [...path, name], true);
    }
    for (const branch of leaving) actions.edit({ kind: 'delete', path: [...path, branch] }, group);
  };
}
