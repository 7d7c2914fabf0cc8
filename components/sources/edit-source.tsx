'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { EditPage } from '#components/frame/edit-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { mergePatch } from '#lib/k8s/merge-patch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { sourceDraftOf, patchOf, type CatalogSourceDraft } from '#lib/olm/sources/draft.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { KindField } from './kind-choice.tsx';
import { SourceForm } from './source-form.tsx';
import { NoSource } from './source-page.tsx';
import { useSourceDraft } from './use-source-draft.ts';

interface EditSourceProps {
  readonly namespace: string;
  readonly name: string;
}

/** Changes a source: only the fields that were changed are written. */
export function EditSource({ namespace, name }: EditSourceProps): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const source = useWatchOne<CatalogSource>(resources.catalogSources, { namespace, name });
  const href = urls.catalogSource({ namespace, name }, scope);
  return (
    <EditPage
      result={source}
      resource={resources.catalogSources}
      namespace={namespace}
      skeleton={<PageSkeleton />}
      absent={<NoSource namespace={namespace} name={name} />}
      header={() => (
        <PageHeader
          breadcrumbs={[
            { label: t('title'), href: urls.catalogSources(scope) },
            { label: name, href },
            { label: t('edit') },
          ]}
          title={t('editTitle', { name })}
          description={t('nameIn', { name, namespace })}
        />
      )}
      draftOf={sourceDraftOf}
      differs={(before, now) =>
        before !== undefined && now !== undefined && patchOf(before, now) !== undefined
      }
      texts={{ title: t('changedMeanwhile'), details: t('changedMeanwhileWhy'), again: t('beginAgain') }}
    >
      {(item, before) =>
        before === undefined || sourceDraftOf(item) === undefined ? (
          <EmptyState
            title={t('noForm')}
            action={
              <LinkButton variant="primary" href={href}>
                {name}
              </LinkButton>
            }
          >
            {t(item.spec.address?.startsWith('directory:') === true ? 'managedWhy' : 'noFormWhy')}
          </EmptyState>
        ) : (
          <EditForm source={item} before={before} />
        )
      }
    </EditPage>
  );
}

interface EditFormProps {
  readonly source: CatalogSource;
  readonly before: CatalogSourceDraft;
}

function EditForm({ source, before }: EditFormProps): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const model = useSourceDraft({ start: before, exists: true, t });
  const { namespace = '', name } = source.metadata;
  const body = patchOf(before, model.draft);
  const change: Change | undefined =
    body === undefined
      ? undefined
      : {
          verb: 'patch',
          resource: resources.catalogSources,
          ref: { namespace, name },
          patch: { type: 'merge', body },
          before: source,
        };
  const { status: _status, ...rest } = source;
  const href = urls.catalogSource({ namespace, name }, scope);
  return (
    <SourceForm
      model={model}
      change={change}
      object={body === undefined ? rest : { ...rest, ...mergePatch(rest, body) }}
      words={{ action: t('save'), done: t('saved', { name }), failed: t('notChanged', { name }) }}
      cancelHref={href}
      doneHref={href}
    >
      <KindField
        withTemplates={false}
        value={model.draft.kind}
        onChange={(kind) => {
          if (kind !== 'operatorhub') model.set({ kind });
        }}
      />
    </SourceForm>
  );
}
