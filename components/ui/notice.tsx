'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';
import { TONE_SOFT, TONE_TEXT, ToneIcon, type Tone } from './tones.tsx';

export interface NoticeProps {
  readonly tone: Exclude<Tone, 'neutral' | 'busy'>;
  readonly title: ReactNode;
  /** One paragraph, always visible. */
  readonly details?: ReactNode;
  /** Opens on demand, under `expandLabel`. */
  readonly children?: ReactNode;
  readonly expandLabel?: string;
  readonly action?: ReactNode;
}

/** A message that stands in the page. `bad` and `warn` are announced to screen readers when they appear. */
export function Notice({ tone, title, details, children, expandLabel, action }: NoticeProps): ReactNode {
  const t = useTranslations('ui');
  const phrase = usePhrase();
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md px-3 py-2.5', TONE_SOFT[tone])}
    >
      <div className="flex min-w-0 grow basis-60 items-start gap-2">
        <ToneIcon tone={tone} className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[tone])} />
        <div className="min-w-0 grow">
          <p className="font-medium break-words">{phrase(title)}</p>
          {details === undefined ? null : (
            <div className="mt-0.5 break-words text-muted">{phrase(details)}</div>
          )}
          {children === undefined ? null : (
            <details className="group mt-1">
              <summary className="flex items-center gap-1 text-sm text-muted hover:text-text">
                <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
                {expandLabel ?? t('showDetails')}
              </summary>
              <div className="mt-2 min-w-0">{children}</div>
            </details>
          )}
        </div>
      </div>
      {action}
    </div>
  );
}
