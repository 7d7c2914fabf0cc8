'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { intervalProblem, isDisabled, type SourceRow, type SourceState } from '#lib/olm/sources/view.ts';
import { isoTimeOf } from './source-words.tsx';
import { isManaged, useSourceActions } from './use-source-actions.tsx';
import { useSourceFacts } from './use-sources.ts';

interface SourceNoticesProps {
  readonly row: SourceRow;
  readonly serviceError: string | undefined;
}

/** All that there is to say before the facts: what is wrong, what to do, what is under way. */
export function SourceNotices({ row, serviceError }: SourceNoticesProps): ReactNode {
  const t = useTranslations('sources');
  const { ours } = useSourceFacts();
  const interval = intervalProblem(row.source);
  return (
    <div className="flex min-w-0 flex-col gap-2 empty:hidden">
      <StateNotice row={row} />
      {interval === undefined ? null : <Notice tone="warn" title={t('intervalWrong')} details={interval} />}
      {!ours && isDisabled(row.source) ? (
        <Notice tone="warn" title={t('notHonoured')} details={t('notHonouredWhy')} />
      ) : null}
      {isManaged(row) ? <Notice tone="info" title={t('managed')} details={t('managedWhy')} /> : null}
      {serviceError === undefined ? null : (
        <Notice tone="warn" title={t('serviceGone')} details={`${serviceError} ${t('serviceGoneWhy')}`} />
      )}
    </div>
  );
}

function StateNotice({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const { state } = row;
  const { data: session } = useSession();
  const { toggle } = useSourceActions(row);
  switch (state.kind) {
    case 'problem':
      return <Problem row={row} state={state} />;
    case 'specWrong':
      return <Notice tone="bad" title={t('specWrong')} details={state.message} />;
    case 'disabled':
      return (
        <Notice
          tone="info"
          title={t('isDisabled')}
          details={t('isDisabledWhy')}
          action={
            toggle === undefined ? undefined : (
              <Button
                size="sm"
                disabledReason={toggle.disabledReason}
                explanation={toggle.explanation}
                onClick={toggle.run}
              >
                {t('enable')}
              </Button>
            )
          }
        />
      );
    case 'reading':
      return <Notice tone="info" title={t(state.first ? 'firstRead' : 'newerRead')} details={t('readWhy')} />;
    case 'waiting':
      return (
        <Notice
          tone="info"
          title={t('notLookedAt')}
          details={t(session?.lifecycle === 'none' ? 'nobodyReads' : 'willBeRead')}
        />
      );
    case 'ready':
    case 'going':
      return null;
  }
}

interface ProblemProps {
  readonly row: SourceRow;
  readonly state: Extract<SourceState, { kind: 'problem' }>;
}

/** What happened, what to do, and when it is tried again. */
function Problem({ row, state }: ProblemProps): ReactNode {
  const t = useTranslations('sources');
  const { problem, contentOf } = state;
  const time = (ms: number | undefined) => () => <RelativeTime at={isoTimeOf(ms)} />;
  return (
    <Notice
      tone={contentOf === undefined ? 'bad' : 'warn'}
      title={t(`problem.${problem.kind ?? 'other'}`)}
      details={
        <div className="flex flex-col gap-1">
          {problem.message === '' ? null : <p className="break-words text-text">{problem.message}</p>}
          <p>{remedyOf(row, problem.kind, t)}</p>
          {contentOf === undefined ? null : <p>{t.rich('stillServed', { time: time(contentOf) })}</p>}
          {problem.retryAt === undefined ? null : (
            <p>{t.rich('triedAgain', { time: time(problem.retryAt) })}</p>
          )}
        </div>
      }
    />
  );
}

function remedyOf(
  { kind, source, namespace }: SourceRow,
  problem: string | undefined,
  t: ReturnType<typeof useTranslations<'sources'>>,
): string {
  const secrets = source.spec.secrets ?? [];
  switch (problem) {
    case 'denied':
      if (kind !== 'image') return t('remedy.deniedOther');
      return secrets.length === 0
        ? t('remedy.deniedNoSecret', { namespace })
        : t('remedy.deniedSecrets', { secrets: secrets.join(', '), namespace });
    case 'missing':
      return t('remedy.missing', { kind });
    case 'unreachable':
      return t('remedy.unreachable', { kind });
    case 'throttled':
    case 'refused':
    case 'limit':
    case 'invalid':
      return t(`remedy.${problem}`);
    default:
      return t('remedy.other');
  }
}
