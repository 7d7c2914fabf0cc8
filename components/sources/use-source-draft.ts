'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { nameText } from '#components/frame/name-words.ts';
import { resources } from '#lib/k8s/resources.ts';
import { fieldOfPath } from '#lib/olm/sources/draft.ts';
import type { CatalogSourceDraft, DraftField } from '#lib/olm/sources/draft.ts';
import { suggestName } from '#lib/olm/sources/name.ts';
import { draftProblems } from '#lib/olm/sources/problems.ts';
import type { DraftProblem } from '#lib/olm/sources/problems.ts';
import type { FieldCause } from '#components/data/api-error.ts';
import type { Translate } from '#messages/types.ts';

export interface DraftModel {
  readonly draft: CatalogSourceDraft;
  readonly set: (change: Partial<CatalogSourceDraft>) => void;
  /** Puts known content in the place of what was there; without a name one is suggested again. */
  readonly fill: (content: Partial<CatalogSourceDraft>) => void;
  /** What to show at a field: what the form or the cluster finds wrong. */
  readonly errorOf: (field: DraftField) => string | undefined;
  /** In the order of the form; empty when all of it can be sent. */
  readonly wrong: readonly DraftField[];
  /** From now on what is missing is wrong, too. */
  readonly try: () => void;
  /** What the cluster said of this draft; any change forgets it. */
  readonly refuse: (causes: readonly FieldCause[]) => void;
  /** It exists already: its name and namespace stay. */
  readonly exists: boolean;
}

interface Options {
  readonly start: CatalogSourceDraft;
  readonly exists: boolean;
  readonly t: Translate<'sources'>;
}

/** A draft with what is wrong with it. The name follows the content until somebody types one. */
export function useSourceDraft({ start, exists, t }: Options): DraftModel {
  const [draft, setDraft] = useState(start);
  const [named, setNamed] = useState(start.name !== '');
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly FieldCause[]>([]);
  const taken = useTaken(exists ? undefined : draft.namespace);
  const problems = draftProblems(draft, taken);
  const olm = useTranslations('olm');
  return {
    draft,
    exists,
    wrong: FIELDS.filter((field) => problems[field] !== undefined),
    set: (change) => {
      const next = { ...draft, ...change };
      const isNamed = named || change.name !== undefined;
      setNamed(isNamed);
      setDraft(isNamed ? next : { ...next, name: suggestName(next) });
      setTouched(new Set([...touched, ...Object.keys(change)]));
      setRefused([]);
    },
    fill: (content) => {
      const next = { ...draft, ...content };
      setNamed(next.name !== '');
      setDraft(next.name === '' ? { ...next, name: suggestName(next) } : next);
      setTouched(new Set());
      setRefused([]);
    },
    errorOf: (field) => {
      const problem = problems[field];
      // While a field is still empty, or a name only suggested, nothing is wrong yet.
      const worthSaying = tried || (touched.has(field) && problem?.kind !== 'unset');
      if (problem !== undefined)
        return worthSaying || isClash(problem) ? words(problem, field, { t, olm }) : undefined;
      return refused.find((cause) => fieldOfPath(cause.field, draft.kind) === field)?.message;
    },
    try: () => {
      setTried(true);
    },
    refuse: setRefused,
  };
}

/** A suggested name that is there already has to be changed before anything else. */
function isClash({ kind }: DraftProblem): boolean {
  return kind === 'nameTaken';
}

const FIELDS: readonly DraftField[] = [
  'image',
  'interval',
  'secrets',
  'address',
  'url',
  'configMap',
  'namespace',
  'name',
  'displayName',
  'publisher',
  'priority',
];

function useTaken(namespace: string | undefined): readonly string[] {
  const asked = namespace !== undefined && namespace !== '';
  const { items } = useWatch(asked ? { resource: resources.catalogSources, namespace } : undefined);
  return items.map(({ metadata }) => metadata.name);
}

interface Texts {
  readonly t: Translate<'sources'>;
  readonly olm: Translate<'olm'>;
}

function words(problem: DraftProblem, field: DraftField, { t, olm }: Texts): string {
  switch (problem.kind) {
    case 'name':
      return nameText(problem.why, olm);
    case 'nameLong':
      return t('wrong.nameLong', { length: problem.length });
    case 'image':
      return t(`wrong.reference.${problem.problem}`);
    case 'unset':
      return t(`wrong.unset.${unsetKey(field)}`);
    default:
      return t(`wrong.${problem.kind}`);
  }
}

function unsetKey(field: DraftField): 'image' | 'address' | 'url' | 'configMap' | 'namespace' {
  return field === 'image' || field === 'address' || field === 'url' || field === 'configMap'
    ? field
    : 'namespace';
}
