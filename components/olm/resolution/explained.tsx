'use client';
// First of all: what follows makes schemas.
import './no-eval.ts';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Condition } from '#lib/k8s/object.ts';
import { sentence } from '#lib/olm/views/operator-view.ts';
import { explanationOf } from '#lib/olm/resolver/explanation.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { usePhrase } from '#messages/phrases.ts';
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
  const phrase = usePhrase();
  const { annotations, namespace = '' } = subscription.metadata;
  const explanation = useMemo(() => explanationOf(annotations), [annotations]);
  const message = phrase(sentence(condition.reason, condition.message) ?? '');
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
