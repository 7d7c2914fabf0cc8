'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import type { SourceRow, SourceState } from '#lib/olm/sources/view.ts';

function toneOf(state: SourceState): Tone {
  switch (state.kind) {
    case 'ready':
      return 'good';
    case 'reading':
    case 'going':
      return 'busy';
    case 'problem':
      return state.contentOf === undefined ? 'bad' : 'warn';
    case 'specWrong':
      return 'bad';
    case 'disabled':
    case 'waiting':
      return 'neutral';
  }
}

function wordOf(state: SourceState): SourceState['kind'] | 'readingNewer' {
  return state.kind === 'reading' && !state.first ? 'readingNewer' : state.kind;
}

/** Icon and word. */
export function SourceStateBadge({ state }: { readonly state: SourceState }): ReactNode {
  const t = useTranslations('sources');
  return <StatusBadge tone={toneOf(state)}>{t(`state.${wordOf(state)}`)}</StatusBadge>;
}

/** The state with, where something is wrong, since when, and how old what is served is. */
export function SourceStateText({ state }: { readonly state: SourceState }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <SourceStateBadge state={state} />
      <StateTimes state={state} />
    </div>
  );
}

function StateTimes({ state }: { readonly state: SourceState }): ReactNode {
  const t = useTranslations('sources');
  if (state.kind !== 'problem') return null;
  const { problem, contentOf } = state;
  return (
    <>
      {problem.since === undefined ? null : (
        <p className="text-sm text-muted">
          {t.rich('since', { time: () => <RelativeTime at={isoTimeOf(problem.since)} /> })}
        </p>
      )}
      {contentOf === undefined ? null : (
        <p className="text-sm text-muted">
          {t.rich('contentOf', { time: () => <RelativeTime at={isoTimeOf(contentOf)} /> })}
        </p>
      )}
    </>
  );
}

/** `undefined` for what is no time. */
export function isoTimeOf(ms: number | undefined): string | undefined {
  if (ms === undefined || ms <= 0 || !Number.isFinite(ms)) return undefined;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Whom it serves. */
export function ServesText({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  return (
    <div className="min-w-0">
      <p className="break-words">{row.namespace}</p>
      <p className="text-sm text-muted">{row.global ? t('servesAll') : t('servesOne')}</p>
    </div>
  );
}
