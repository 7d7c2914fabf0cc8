'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { WhatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import type { Picking } from './explanation-view.tsx';
import { OutcomeView } from './outcome-view.tsx';
import { useWhatIf, type WhatIfState } from './use-what-if.ts';
import { ComesAlong, HiddenNote, Others, PlanPart, Waiting } from './what-if-parts.tsx';

interface WhatIfCardProps {
  /** Undefined while there is nothing to ask about. */
  readonly question: WhatIfQuestion | undefined;
  /** Asks again when it changes. */
  readonly about?: string;
  readonly picking: Picking;
  /** The namespace is as it stays: nothing of it is made on the way. */
  readonly settled?: boolean;
}

/** What the choices on a page would lead to, resolved as the controller would. */
export function WhatIfCard(props: WhatIfCardProps): ReactNode {
  return (
    <MoreMessages group="resolutions">
      <Answered {...props} />
    </MoreMessages>
  );
}

function Answered({ question, about, picking, settled = false }: WhatIfCardProps): ReactNode {
  const t = useTranslations('resolution');
  const result = useWhatIf(question, about);
  if (question === undefined) return null;
  const { namespace } = question;
  return (
    <Card title={t('whatIf.title')} description={t('whatIf.description')}>
      <div
        role="region"
        aria-label={t('whatIf.title')}
        aria-live="polite"
        aria-busy={result.state === 'asking' || (result.state === 'ready' && result.old)}
        className="flex min-w-0 flex-col gap-4"
      >
        <Result result={result} namespace={namespace}>
          {(answer) => (
            <>
              <Groups answer={answer} settled={settled} />
              <OutcomeView outcome={answer.outcome} namespace={namespace} picking={picking} />
              <ComesAlong answer={answer} />
              <PlanPart answer={answer} subscription={picking.subscription} />
              <Others answer={answer} namespace={namespace} picking={picking} />
              <Waiting answer={answer} namespace={namespace} />
              <HiddenNote answer={answer} />
            </>
          )}
        </Result>
      </div>
    </Card>
  );
}

interface ResultProps {
  readonly result: WhatIfState;
  readonly namespace: string;
  readonly children: (answer: WhatIf) => ReactNode;
}

function Result({ result, namespace, children }: ResultProps): ReactNode {
  const t = useTranslations('resolution');
  if (result.state === 'asking') {
    return (
      <>
        <p className="sr-only">{t('whatIf.asking')}</p>
        <SkeletonText lines={3} />
      </>
    );
  }
  if (result.state === 'failed') {
    return result.error.kind === 'forbidden' ? (
      <Notice tone="info" title={t('whatIf.forbidden', { namespace })} details={t('whatIf.forbiddenWhy')} />
    ) : (
      <Notice tone="warn" title={t('whatIf.failed')} details={result.error.message} />
    );
  }
  return result.answer.known ? (
    children(result.answer)
  ) : (
    <Notice tone="info" title={t('whatIf.unknown')} details={t('whatIf.unknownWhy')} />
  );
}

function Groups({ answer, settled }: { readonly answer: WhatIf; readonly settled: boolean }): ReactNode {
  const t = useTranslations('resolution');
  if (!settled || answer.groups === 1) return null;
  return (
    <Notice
      tone="warn"
      title={t('whatIf.groups', { count: answer.groups })}
      details={t('whatIf.groupsWhy')}
    />
  );
}
