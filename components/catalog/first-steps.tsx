'use client';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Link } from '#components/ui/link.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TONE_TEXT, ToneIcon } from '#components/ui/tones.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { emptyDraft, objectOf, OPERATOR_HUB } from '#lib/olm/sources/draft.ts';
import { contentState } from '#lib/olm/sources/source-state.ts';
import { firstSteps } from '#lib/olm/views/first-steps.ts';
import { urls } from '#lib/urls.ts';
import { SOURCE_TONES, SourceTroubleText } from './sources-popover.tsx';

export interface FirstStepsProps {
  readonly tiles: readonly CatalogTile[];
  readonly sources: readonly SourceHealth[];
}

/** Ways to a first operator: the sample, the community's catalog, one's own bundles. */
export function FirstSteps(props: FirstStepsProps): ReactNode {
  return (
    <MoreMessages group="firstSteps">
      <Steps {...props} />
    </MoreMessages>
  );
}

function Steps({ tiles, sources }: FirstStepsProps): ReactNode {
  const t = useTranslations('first-steps');
  const { hub, sample } = firstSteps(tiles, sources);
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-6 flex min-w-0 flex-col gap-3">
      <div>
        <h2 id={heading} className="text-lg font-semibold">
          {t('title')}
        </h2>
        <p className="text-muted">{t('titleWhy')}</p>
      </div>
      <div className="grid min-w-0 gap-3 lg:auto-cols-fr lg:grid-flow-col">
        {sample === undefined ? null : <Sample sample={sample} />}
        <OperatorHub hub={hub} />
        <OwnBundles />
      </div>
    </section>
  );
}

function Sample({ sample }: { readonly sample: CatalogTile }): ReactNode {
  const t = useTranslations('first-steps');
  const scope = useScope();
  return (
    <Card title={t('sample')}>
      <div className="flex flex-col items-start gap-3">
        <ol className="flex list-decimal flex-col gap-1 ps-5 text-muted">
          <li>{t('sampleInstall')}</li>
          <li>{t('sampleCreate')}</li>
          <li>{t('sampleUpgrade')}</li>
          <li>{t('sampleRemove')}</li>
        </ol>
        <LinkButton href={urls.package(sample, scope)}>{t('sampleOpen')}</LinkButton>
      </div>
    </Card>
  );
}

function OperatorHub({ hub }: { readonly hub: SourceHealth | undefined }): ReactNode {
  const t = useTranslations('first-steps');
  return (
    <Card title={t('hub')}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">{t('hubIs')}</p>
        {hub === undefined ? <AddHub /> : <HubState hub={hub} />}
      </div>
    </Card>
  );
}

function AddHub(): ReactNode {
  const t = useTranslations('first-steps');
  const { data: session } = useSession();
  const submit = useSubmit();
  const toApiError = useApiError();
  const [state, setState] = useState<'idle' | 'adding' | 'added'>('idle');
  const [problem, setProblem] = useState<string>();
  const namespace = session?.catalogNamespace ?? '';
  const object = objectOf({ ...emptyDraft(namespace), ...OPERATOR_HUB });
  const change: Change = { verb: 'create', resource: resources.catalogSources, object };
  const denial = useMayChange([change]);
  const add = async (): Promise<void> => {
    setState('adding');
    setProblem(undefined);
    try {
      setState((await submit({ title: t('hubAdd'), changes: [change] })) ? 'added' : 'idle');
    } catch (error) {
      setProblem(toApiError(error).message);
      setState('idle');
    }
  };
  if (state === 'added') {
    return (
      <p role="status" className="text-muted">
        {t('hubAdded', { namespace })}
      </p>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden className="size-4" />}
        busy={state === 'adding' || namespace === ''}
        onClick={() => void add()}
        {...denial}
      >
        {t('hubAdd')}
      </Button>
      {denial.explanation === undefined ? null : (
        <p className="text-sm text-muted">{t('hubWho', { namespace })}</p>
      )}
      {problem === undefined ? null : <Notice tone="bad" title={t('hubNotAdded')} details={problem} />}
    </>
  );
}

/** What its CatalogSource says: whether it could be reached, and what came of it. */
function HubState({ hub }: { readonly hub: SourceHealth }): ReactNode {
  const t = useTranslations('first-steps');
  const words = useTranslations('catalog');
  const scope = useScope();
  const state = contentState(hub);
  const tone = SOURCE_TONES[state];
  return (
    <>
      <div role="status" className="flex min-w-0 gap-2">
        <ToneIcon tone={tone} className={`mt-0.5 size-4 shrink-0 ${TONE_TEXT[tone]}`} />
        <div className="min-w-0 break-words">
          <p className={TONE_TEXT[tone]}>
            {words(`sourceState.${state}`)}
            {hub.packages === 0 ? '' : ` · ${words('packageCount', { count: hub.packages })}`}
          </p>
          <SourceTroubleText source={hub} />
        </div>
      </div>
      <Link href={urls.catalogSource(hub, scope)} className="text-accent hover:underline">
        {t('hubOpen')}
      </Link>
    </>
  );
}

function OwnBundles(): ReactNode {
  const t = useTranslations('first-steps');
  const scope = useScope();
  const { data: session } = useSession();
  return (
    <Card title={t('own')}>
      <div className="flex min-w-0 flex-col items-stretch gap-3">
        <p className="text-muted">{t('ownIs')}</p>
        {session?.mode === 'local' ? (
          <CodeBlock label={t('ownCommand')} text="npm start -- --catalog mine=./bundles" />
        ) : null}
        <div>
          <LinkButton href={urls.newCatalogSource(scope)}>{t('ownAdd')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
