'use client';
import { useSearchParams } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { emptyDraft, objectOf, OPERATOR_HUB, type CatalogSourceDraft } from '#lib/olm/sources/draft.ts';
import { urls } from '#lib/urls.ts';
import { KindField, kindChoiceOf, type KindChoice } from './kind-choice.tsx';
import { SourceForm } from './source-form.tsx';
import { useSourceDraft } from './use-source-draft.ts';
import { useSourceFacts } from './use-sources.ts';

/** Adds a source. */
export function NewSource(): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const session = useSession();
  const { globalNamespaces } = useSourceFacts();
  const asked = kindChoiceOf(useSearchParams().get('kind')) ?? 'image';
  const [namespace = ''] = globalNamespaces;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('title'), href: urls.catalogSources(scope) }, { label: t('add') }]}
        title={t('add')}
        description={t('addIs')}
      />
      <Notice tone="info" title={t('trust')} details={t('trustWhy')} />
      {session.state === 'loading' ? <SkeletonText lines={8} /> : null}
      {session.state === 'error' || session.state === 'forbidden' ? (
        <ErrorState message={session.error.message} />
      ) : null}
      {session.state === 'ready' ? <NewForm choice={asked} namespace={namespace} /> : null}
    </>
  );
}

function NewForm(props: { readonly choice: KindChoice; readonly namespace: string }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const [choice, setChoice] = useState(props.choice);
  const [start] = useState(() => ({ ...emptyDraft(props.namespace), ...contentOf(props.choice) }));
  const model = useSourceDraft({ start, exists: false, t });
  const { draft } = model;
  const object = objectOf(draft);
  return (
    <SourceForm
      model={model}
      change={{ verb: 'create', resource: resources.catalogSources, object }}
      object={object}
      words={{
        action: t('addAction'),
        done: t('added', { name: draft.name }),
        failed: t('notAdded'),
      }}
      cancelHref={urls.catalogSources(scope)}
      doneHref={urls.catalogSource({ namespace: draft.namespace, name: draft.name }, scope)}
    >
      <KindField
        withTemplates
        value={choice}
        onChange={(next) => {
          setChoice(next);
          if (next === 'operatorhub' || choice === 'operatorhub') model.fill(contentOf(next));
          else model.set({ kind: next });
        }}
      />
    </SourceForm>
  );
}

/** Of the known source all that is known; of another only its kind, with nothing left of the known one. */
function contentOf(choice: KindChoice): Partial<CatalogSourceDraft> {
  if (choice === 'operatorhub') return OPERATOR_HUB;
  const { name, displayName, publisher, image, interval } = emptyDraft('');
  return { kind: choice, name, displayName, publisher, image, interval };
}
