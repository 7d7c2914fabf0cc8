'use client';
// First of all: what follows makes schemas.
import './no-eval.ts';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Condition } from '#lib/k8s/object.ts';
import { saidBy } from '#lib/olm/views/operator-view.ts';
import { explanationOf } from '#lib/olm/resolver/explanation.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { useStateWords } from '../state-words.ts';
import { ExplanationView } from './explanation-view.tsx';

interface ExplainedProps {
  readonly subscription: Subscription;
  /** ResolutionFailed. */
  readonly condition: Condition;
  readonly beside: boolean;
}

/** The controller's explanation; where there is none, as with a real OLM, its message. */
export function Explained(props: ExplainedProps): ReactNode {
  return (
    <MoreMessages group="resolutions">
      <Words {...props} />
    </MoreMessages>
  );
}

function Words({ subscription, condition, beside }: ExplainedProps): ReactNode {
  const t = useTranslations('resolution');
  const words = useStateWords();
  const { annotations, namespace = '' } = subscription.metadata;
  const explanation = useMemo(() => explanationOf(annotations), [annotations]);
  const said = saidBy(condition.reason, condition.message);
  const message = said === undefined ? '' : words.detail(said);
  if (explanation === undefined) {
    return beside ? null : <Notice tone="bad" title={t('title')} details={message} />;
  }
  const view = <ExplanationView explanation={explanation} namespace={namespace} />;
  if (beside) return <Notice tone="bad" title={t('title')} details={view} />;
  return (
    <Notice tone="bad" title={t('title')} details={view} expandLabel={t('controllerWords')}>
      <p className="wrap-anywhere text-muted">{message}</p>
    </Notice>
  );
}
