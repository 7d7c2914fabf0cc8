'use client';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useReachable } from '#components/data/use-reachable.ts';
import { useWatch } from '#components/data/use-watch.ts';
import type { WatchResult } from '#components/data/use-watch.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { FilterList } from '#components/ui/table/filter-list.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { isReadable } from '#lib/access-rules.ts';
import { useNameWords } from '#components/frame/name-words.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Translate } from '#messages/types.ts';

interface ChoicesProps {
  readonly value: string;
  readonly onSelect: (name: string) => void;
}

/** Mounted only while the popover is open, so that a closed picker follows nothing. */
export function NamespaceChoices({ value, onSelect }: ChoicesProps): ReactNode {
  const t = useTranslations('shell');
  const namespaces = useWatch({ resource: resources.namespaces });
  if (namespaces.state === 'loading') {
    return (
      <div className="p-2">
        <SkeletonText lines={4} />
      </div>
    );
  }
  if (namespaces.state !== 'ready') return <TypedNamespace why={namespaces} onSelect={onSelect} />;
  const names = namespaces.items.map(({ metadata }) => metadata.name);
  return (
    <FilterList
      label={t('filterNamespaces')}
      options={names.map((name) => ({ value: name, label: name }))}
      pinned={[{ value: '', label: t('allNamespaces') }]}
      value={value}
      onSelect={onSelect}
      empty={(typed) => t('noNamespaceMatches', { typed })}
    />
  );
}

interface TypedNamespaceProps {
  readonly why: WatchResult;
  readonly onSelect: (name: string) => void;
}

/** For people who may work in a namespace but not list them all. */
function TypedNamespace({ why, onSelect }: TypedNamespaceProps): ReactNode {
  const t = useTranslations('shell');
  const [name, setName] = useState('');
  const problem = useNameWords()(labelProblem(name));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (problem === undefined) onSelect(name);
  };
  const reason =
    why.state === 'forbidden'
      ? t('typeNamespace')
      : t('namespacesNotListed', { why: why.error?.message ?? t('noAnswer') });
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-2">
      <KnownNamespaces onSelect={onSelect} />
      <Field label={t('namespace')} help={reason} error={name === '' ? undefined : problem}>
        <TextInput value={name} onChange={setName} mono />
      </Field>
      <Button type="submit" variant="primary" disabledReason={problem}>
        {t('useNamespace')}
      </Button>
    </form>
  );
}

/** Those that were found without listing them, with what may be seen there. */
function KnownNamespaces({ onSelect }: Pick<ChoicesProps, 'onSelect'>): ReactNode {
  const t = useTranslations('shell');
  const reach = useReachable(true);
  if (reach.state === 'loading') return <SkeletonText lines={2} />;
  const found = reach.data?.namespaces ?? [];
  if (found.length === 0) return null;
  return (
    <ul aria-label={t('namespacesOfYours')} className="max-h-60 overflow-y-auto">
      <li>
        <Button
          variant="ghost"
          className="w-full justify-start"
          onClick={() => {
            onSelect('');
          }}
        >
          {t('allOfThese')}
        </Button>
      </li>
      {found.map(({ name, reads }) => (
        <li key={name}>
          <Button
            variant="ghost"
            className="h-auto w-full flex-col items-start gap-0 py-1"
            onClick={() => {
              onSelect(name);
            }}
          >
            <span className="max-w-full truncate text-text">{name}</span>
            <span className="max-w-full truncate text-xs text-muted">{readable(reads, t)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = [
  { resource: resources.clusterServiceVersions, word: 'operators' },
  { resource: resources.subscriptions, word: 'subscriptions' },
  { resource: resources.installPlans, word: 'plans' },
] as const;

function readable(reads: readonly string[], t: Translate<'shell'>): string {
  const words = SHOWN.filter(({ resource }) => isReadable(reads, resource)).map(({ word }) =>
    t(`seen.${word}`),
  );
  return words.length === 0 ? t('seen.none') : words.join(', ');
}
