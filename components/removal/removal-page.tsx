'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange } from '#components/data/apply-change.ts';
import { useApi } from '#components/data/use-api.ts';
import { AbsentObject } from '#components/frame/object-page.tsx';
import { Loaded } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import { decideRemoval } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import {
  chosenInstances,
  readRecord,
  recordOf,
  recordPatch,
  restOf,
  type RemovalChoices,
} from '#lib/olm/removal/record.ts';
import { urls } from '#lib/urls.ts';
import { RemovalChooser } from './removal-chooser.tsx';
import { RemovalProgress } from './removal-progress.tsx';
import { useRemoval } from './use-removal.ts';

interface RemovalPageProps {
  readonly namespace: string;
  /** Name of the CSV. */
  readonly name: string;
}

/** What of an operator goes and what stays; then the removal itself, step by step, which any tab can go on with. */
export function RemovalPage({ namespace, name }: RemovalPageProps): ReactNode {
  const t = useTranslations('removal');
  const scope = useScope();
  const params = useSearchParams();
  // As the address was when the page was opened: from then on the page itself knows better.
  const [rest] = useState(() => params.get('rest') ?? undefined);
  const facts = useApi<UninstallFacts>(urls.api.removal({ namespace, name }, rest));
  const list = { label: t('operators'), href: urls.operators(scope) };
  if (facts.state === 'error' && facts.error.kind === 'notFound') {
    return (
      <AbsentObject title={t('notHere', { name, namespace })} list={list}>
        {t('notHereWhy')}
      </AbsentObject>
    );
  }
  return (
    <Loaded
      result={facts}
      verb="get"
      resource={resources.clusterServiceVersions}
      namespace={namespace}
      skeleton={<PageSkeleton />}
      absent={null}
    >
      {facts.data === undefined ? null : <Removal facts={facts.data} rest={rest} refetch={facts.refetch} />}
    </Loaded>
  );
}

interface RemovalProps {
  readonly facts: UninstallFacts;
  readonly rest: string | undefined;
  readonly refetch: () => void;
}

function Removal({ facts, rest, refetch }: RemovalProps): ReactNode {
  const t = useTranslations('removal');
  const { operator, csv } = facts;
  // Once the CSV is gone, nobody else tells its title.
  const [title] = useState(titleOf(facts));
  const [choices, setChoices] = useState<RemovalChoices>();
  const [attempt, setAttempt] = useState(0);
  const running = useRemoval(operator, choices, attempt);
  const begun = useMemo(() => readRecord(csv === undefined ? rest : csv.record), [csv, rest]);
  const goOn = (chosen: RemovalChoices): void => {
    // Once the CSV is gone, the address alone tells what is left to do.
    globalThis.history.replaceState(null, '', urls.uninstall(operator, undefined, restOf(chosen)));
    setChoices(chosen);
    setAttempt((before) => before + 1);
  };
  const stop = async (): Promise<void> => {
    setChoices(undefined);
    if (csv !== undefined) await applyChange(noteChange(facts, undefined)).catch(() => undefined);
    refetch();
  };
  const chosen = choices ?? begun;
  if (csv?.copyOf !== undefined) {
    return (
      <>
        <Header facts={facts} title={title} />
        <Notice tone="info" title={t('copy', { name: title, namespace: csv.copyOf })} />
      </>
    );
  }
  return (
    <>
      <Header facts={facts} title={title} />
      {chosen === undefined ? (
        <RemovalChooser
          facts={facts}
          title={title}
          onStart={async (picked) => {
            await note(facts, picked);
            goOn(picked);
          }}
        />
      ) : (
        <RemovalProgress
          {...(running ?? { facts, removal: decideRemoval(facts, chosen) })}
          title={title}
          running={choices !== undefined}
          onContinue={() => {
            goOn(chosen);
          }}
          onStop={stop}
        />
      )}
    </>
  );
}

function titleOf({ operator, csv }: UninstallFacts): string {
  return csv === undefined || csv.title === '' ? operator.name : csv.title;
}

/** So that any tab can go on; who may not write it goes on without. */
async function note(facts: UninstallFacts, choices: RemovalChoices): Promise<void> {
  const { definitions, groups, dependencies } = choices;
  const more = [definitions, groups, dependencies].some((part) => Object.keys(part).length > 0);
  if (chosenInstances(choices) === 0 && !more) return;
  await applyChange(noteChange(facts, recordOf(choices))).catch(() => undefined);
}

function noteChange({ operator, csv }: UninstallFacts, record: string | undefined): Change {
  return {
    verb: 'patch',
    resource: resources.clusterServiceVersions,
    ref: operator,
    patch: { type: 'merge', body: recordPatch(csv?.uid ?? '', record) },
  };
}

function Header({ facts, title }: { readonly facts: UninstallFacts; readonly title: string }): ReactNode {
  const t = useTranslations('removal');
  const scope = useScope();
  const { operator, csv } = facts;
  return (
    <PageHeader
      breadcrumbs={[
        { label: t('operators'), href: urls.operators(scope) },
        ...(csv === undefined
          ? [{ label: title }]
          : [{ label: title, href: urls.operator(operator, scope) }]),
        { label: t('uninstall') },
      ]}
      title={t('start', { name: title })}
      description={`${operator.namespace} · ${operator.name}`}
    />
  );
}
