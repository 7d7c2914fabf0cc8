'use client';
import { ChevronDown, Settings2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/layers/popover.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { TONE_TEXT, ToneIcon, type Tone } from '#components/ui/tones.tsx';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { contentState, worstState, type ContentState } from '#lib/olm/sources/source-state.ts';
import { urls, type Scope } from '#lib/urls.ts';
import { usePhrase } from '#messages/phrases.ts';

/** How the state of a catalog looks. */
export const SOURCE_TONES: Readonly<Record<ContentState, Tone>> = {
  ready: 'good',
  reading: 'busy',
  stale: 'warn',
  incomplete: 'warn',
  broken: 'bad',
};

interface SourcesPopoverProps {
  readonly sources: readonly SourceHealth[];
  readonly scope: Scope;
}

/** Where the packages come from: each catalog with what it holds, how it is and how old that is. */
export function SourcesPopover({ sources, scope }: SourcesPopoverProps): ReactNode {
  const t = useTranslations('catalog');
  const [open, setOpen] = useState(false);
  const worst = worstState(sources);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('sources')}
      className="w-[min(27rem,calc(100vw-2rem))]"
      trigger={
        <Button
          icon={
            <ToneIcon tone={SOURCE_TONES[worst]} className={`size-4 ${TONE_TEXT[SOURCE_TONES[worst]]}`} />
          }
        >
          {t('sourcesCount', { count: sources.length })}
          {worst === 'ready' ? null : (
            <span className="text-muted">
              {t('sourcesTrouble', {
                state: worst,
                count: sources.filter((source) => contentState(source) === worst).length,
              })}
            </span>
          )}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {sources.map((source) => (
          <Source key={`${source.namespace}/${source.name}`} source={source} scope={scope} />
        ))}
      </ul>
      <div className="border-t border-line p-2">
        <LinkButton
          href={urls.catalogSources(scope)}
          size="sm"
          variant="ghost"
          icon={<Settings2 aria-hidden className="size-3.5" />}
        >
          {t('manageSources')}
        </LinkButton>
      </div>
    </Popover>
  );
}

function Source({ source, scope }: { readonly source: SourceHealth; readonly scope: Scope }): ReactNode {
  const t = useTranslations('catalog');
  const { namespace, name, packages, bundles, readAt, publisher } = source;
  const state = contentState(source);
  const tone = SOURCE_TONES[state];
  return (
    <li className="flex gap-2.5 px-2.5 py-2">
      <ToneIcon tone={tone} className={`mt-0.5 size-4 shrink-0 ${TONE_TEXT[tone]}`} />
      <div className="min-w-0 grow">
        <p className="flex items-baseline justify-between gap-3">
          <Link
            href={urls.catalogSource({ namespace, name }, scope)}
            title={`${namespace}/${name}`}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {source.displayName ?? name}
          </Link>
          <span className="shrink-0 text-sm text-muted tabular-nums">
            {t('packageCount', { count: packages })}
          </span>
        </p>
        <p className="text-sm text-muted">
          <span className={TONE_TEXT[tone]}>{t(`sourceState.${state}`)}</span>
          {readAt === 0 ? null : (
            <>
              {' · '}
              {t.rich('contentFrom', { time: () => <RelativeTime at={new Date(readAt).toISOString()} /> })}
            </>
          )}
          {publisher === undefined ? null : ` · ${publisher}`}
          {bundles === 0 ? null : ` · ${t('bundleCount', { count: bundles })}`}
        </p>
        <SourceTroubleText source={source} />
      </div>
    </li>
  );
}

/** What goes wrong with it, since when, and when it is tried again. */
export function SourceTroubleText({ source }: { readonly source: SourceHealth }): ReactNode {
  const t = useTranslations('catalog');
  const phrase = usePhrase();
  const { problem, warnings } = source;
  if (problem === undefined) {
    return warnings.length === 0 ? null : (
      <p className="text-sm text-muted">{t('leftOutCount', { count: warnings.length })}</p>
    );
  }
  return (
    <p className="text-sm break-words text-muted">
      {phrase(problem.message)}{' '}
      {t.rich('since', { time: () => <RelativeTime at={new Date(problem.since).toISOString()} /> })}
      {problem.retryAt === undefined ? null : ` ${t('triedAgain')}`}
    </p>
  );
}
