'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { HandOutNote } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { GrantRole, useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { WhatIfCard } from '#components/olm/what-if.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { checkOf } from '#lib/access.ts';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { draftBundle, draftPreview } from '#lib/olm/foresight/install-draft.ts';
import type { DraftPreview } from '#lib/olm/foresight/install-draft.ts';
import { watchedNamespaces } from '#lib/olm/tenancy/fit.ts';
import type { WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import { urls } from '#lib/urls.ts';
import type { PackageRef, SubscriptionPreset } from '#lib/urls.ts';
import { ForbiddenCatalog } from '../forbidden-catalog.tsx';
import { InstallForm } from './install-form.tsx';
import { PreviewCard } from './install-preview.tsx';
import { OwnerConflict } from './owner-conflict.tsx';
import { useInstallDraft } from './use-draft.ts';
import type { InstallDraftState } from './use-draft.ts';
import { useInstallWords } from './install-words.ts';
import { installChanges, useInstall } from './use-install.ts';
import type { InstallProgress } from './use-install.ts';

// Few operators keep others from anything.
const ClosingWarning = dynamic(async () => (await import('../package/webhook-notices.tsx')).ClosingWarning);

/** Choose where and how, see what will be created, install. */
export function InstallView({ at }: { readonly at: PackageRef }): ReactNode {
  const t = useTranslations('catalog');
  const detail = useApi<PackageDetail>(urls.api.package(at));
  if (detail.state === 'loading') return <PageSkeleton icon />;
  if (detail.state === 'forbidden') return <ForbiddenCatalog at={at} />;
  if (detail.state !== 'ready') {
    return (
      <ErrorState wholePage title={t('notShown', { name: at.package })} message={detail.error.message} />
    );
  }
  return <InstallPage at={at} pkg={detail.data} />;
}

function InstallPage({ at, pkg }: { readonly at: PackageRef; readonly pkg: PackageDetail }): ReactNode {
  const t = useTranslations('catalog');
  const tInstall = useTranslations('install');
  const state = useInstallDraft(pkg);
  const scope = useScope();
  const bundle = draftBundle(pkg, state.draft);
  const pick = usePick(at, state);
  if (bundle === undefined) {
    return (
      <EmptyState wholePage title={tInstall('nothingToInstall')}>
        {tInstall('channelEmpty')}
      </EmptyState>
    );
  }
  const preview = draftPreview(at, bundle, state.draft, state.facts);
  const closes = bundle.csv.webhooks.some(({ closesOn = [] }) => closesOn.length > 0);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: t('catalog'), href: urls.catalog(scope) },
          { label: bundle.csv.displayName, href: urls.package(at, scope) },
          { label: t('install') },
        ]}
        icon={<OperatorIcon src={pkg.hasIcon ? urls.icon(at) : undefined} />}
        title={t('installNamed', { name: bundle.csv.displayName })}
        description={`${bundle.csv.provider ?? pkg.name} · ${bundle.version}`}
      />
      <div className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {closes ? <ClosingWarning webhooks={bundle.csv.webhooks} /> : null}
          <InstallForm pkg={pkg} bundle={bundle} state={state} />
          <Submit at={at} bundle={bundle} state={state} preview={preview} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <WhatIfCard
            question={questionOf(at, state, preview)}
            about={aboutOf(state)}
            picking={{ subscription: at.package, pick }}
          />
          <PreviewCard at={at} bundle={bundle} draft={state.draft} preview={preview} />
        </div>
      </div>
    </>
  );
}

/** What the explanation proposes; another catalog has a page of its own. */
function usePick(at: PackageRef, { set }: InstallDraftState): (preset: SubscriptionPreset) => void {
  const router = useRouter();
  const scope = useScope();
  return ({ channel, csv, catalog }) => {
    if (catalog !== undefined) {
      const [catalogNamespace = '', name = ''] = catalog.split('/');
      router.push(urls.install({ ...at, catalogNamespace, catalog: name }, scope));
      return;
    }
    set(optional({ channel, csv }));
  };
}

/** Nothing to ask while the form itself says why not. */
function questionOf(
  at: PackageRef,
  { draft }: InstallDraftState,
  { problem, subscription, fit }: DraftPreview,
): WhatIfQuestion | undefined {
  if (problem !== undefined) return undefined;
  const wanted = { name: at.package, spec: subscription.spec };
  const group = fit.ok ? fit.creates : undefined;
  return {
    namespace: draft.namespace,
    change: { kind: 'put', subscription: wanted, ...optional({ group }) },
  };
}

/** Changes when the namespace does. */
function aboutOf({ facts }: InstallDraftState): string {
  const held = [...facts.subscriptions, ...facts.groups];
  return held.map(({ metadata }) => `${metadata.uid ?? ''}@${String(metadata.generation ?? 0)}`).join();
}

interface SubmitProps {
  readonly at: PackageRef;
  readonly bundle: CatalogBundle;
  readonly state: InstallDraftState;
  readonly preview: DraftPreview;
}

function Submit({ at, bundle, state, preview }: SubmitProps): ReactNode {
  const t = useTranslations('catalog');
  const tInstall = useTranslations('install');
  const [progress, install] = useInstall();
  const scope = useScope();
  const changes = installChanges(preview.objects);
  const denial = useMayChange(changes);
  const words = useInstallWords();
  const problem = preview.problem === undefined ? undefined : words(preview.problem);
  const watched = watchedNamespaces(preview.fit, state.facts.groups);
  const checking = state.checked || state.unchecked !== undefined ? undefined : tInstall('namespaceChecked');
  return (
    <div className="flex flex-col gap-4">
      <Unchecked state={state} />
      {problem === undefined ? null : <Problem preview={preview} problem={problem} />}
      {preview.conflict === undefined ? (
        <OwnerConflict at={at} bundle={bundle} namespace={state.draft.namespace} watched={watched} />
      ) : null}
      {progress.kind === 'failed' ? <Failure progress={progress} /> : null}
      <HandOutNote />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={progress.kind === 'creating'}
          {...denial}
          disabledReason={denial.disabledReason ?? problem ?? state.unchecked ?? checking}
          onClick={() => void install(changes, t('installNamed', { name: bundle.csv.displayName }))}
        >
          {progress.kind === 'failed' ? t('tryAgain') : t('install')}
        </Button>
        <ChangeMenu changes={() => (preview.problem === undefined ? changes : undefined)} />
        <LinkButton variant="ghost" href={urls.package(at, scope)}>
          {tInstall('cancel')}
        </LinkButton>
        {progress.kind === 'creating' ? (
          <p role="status" className="text-muted">
            {tInstall('creating', { object: nameOf(progress.object) })}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Unchecked({ state }: { readonly state: InstallDraftState }): ReactNode {
  const tInstall = useTranslations('install');
  if (state.unchecked === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={tInstall('unchecked', { namespace: state.draft.namespace })}
      details={tInstall('uncheckedWhy', { why: state.unchecked })}
      expandLabel={tInstall('howToGetRight')}
    >
      {state.unreadable.length === 0 ? undefined : (
        <GrantRole
          checks={state.unreadable.flatMap((resource) =>
            ['list', 'watch'].map((verb) => checkOf(verb, resource, state.draft)),
          )}
        />
      )}
    </Notice>
  );
}

interface ProblemProps {
  readonly preview: DraftPreview;
  /** In words. */
  readonly problem: string;
}

function Problem({ preview, problem }: ProblemProps): ReactNode {
  const tInstall = useTranslations('install');
  const scope = useScope();
  const { conflict } = preview;
  const { namespace = '', name = '' } = conflict?.metadata ?? {};
  return (
    <Notice
      tone="warn"
      title={tInstall('cannotInstall')}
      details={problem}
      action={
        conflict === undefined ? undefined : (
          <LinkButton size="sm" href={urls.subscription({ namespace, name }, scope)}>
            {tInstall('viewIt')}
          </LinkButton>
        )
      }
    />
  );
}

function Failure({
  progress,
}: {
  readonly progress: Extract<InstallProgress, { kind: 'failed' }>;
}): ReactNode {
  const tInstall = useTranslations('install');
  const { object, message, made } = progress;
  const there =
    made.length === 0
      ? tInstall('nothingCreated')
      : tInstall('createdBefore', { objects: made.map(nameOf).join(', ') });
  return (
    <Notice
      tone="bad"
      title={tInstall('notCreated', { object: nameOf(object) })}
      details={
        <>
          <p>{message}</p>
          <p className="mt-1">{tInstall('goesOn', { there })}</p>
        </>
      }
    />
  );
}

function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.name}`;
}
