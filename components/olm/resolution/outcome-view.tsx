'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import type { SubscriptionOutcome } from '#lib/olm/resolver/types.ts';
import { ExplanationView, type Picking } from './explanation-view.tsx';
import { catalogName } from './fact-words.ts';

interface OutcomeViewProps {
  readonly outcome: SubscriptionOutcome | undefined;
  readonly namespace: string;
  readonly picking: Picking;
}

/** What comes out for the Subscription in question. */
export function OutcomeView({ outcome, namespace, picking }: OutcomeViewProps): ReactNode {
  const t = useTranslations('resolution');
  if (outcome === undefined) return null;
  switch (outcome.kind) {
    case 'install':
    case 'upgrade': {
      const { csv, channel, catalog, replaces = '' } = outcome.chosen;
      return (
        <Notice
          tone="good"
          title={t(`whatIf.${outcome.kind}`, { csv, replaces })}
          details={t('whatIf.installAlone', { channel, catalog: catalogName(catalog) })}
        />
      );
    }
    case 'current':
      return <Current outcome={outcome} namespace={namespace} picking={picking} />;
    case 'unresolvable':
    case 'undecided':
      return (
        <Notice
          tone={outcome.kind === 'undecided' ? 'warn' : 'bad'}
          title={t(`whatIf.${outcome.kind}`)}
          details={
            <ExplanationView explanation={outcome.explanation} namespace={namespace} picking={picking} />
          }
        />
      );
  }
}

function Current(props: {
  readonly outcome: Extract<SubscriptionOutcome, { kind: 'current' }>;
  readonly namespace: string;
  readonly picking: Picking;
}): ReactNode {
  const { outcome, namespace, picking } = props;
  const t = useTranslations('resolution');
  const { csv, reason, heldBack } = outcome;
  const title = t(`whatIf.current.${reason}`, { csv, newer: heldBack?.csv ?? '' });
  if (heldBack === undefined) return <Notice tone="info" title={title} />;
  return (
    <Notice
      tone="warn"
      title={title}
      details={<ExplanationView explanation={heldBack.explanation} namespace={namespace} picking={picking} />}
    />
  );
}
