'use client';
import type { ReactNode } from 'react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';
import { TONE_SOFT, TONE_TEXT, ToneIcon, type Tone } from './tones.tsx';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly title?: string;
}

/** A small label with a ground of its own. */
export function Badge({ tone = 'neutral', icon, children, title }: BadgeProps): ReactNode {
  const phrase = usePhrase();
  return (
    <span
      title={phrase(title)}
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONE_SOFT[tone],
        TONE_TEXT[tone],
      )}
    >
      {icon}
      <span className="truncate">{phrase(children)}</span>
    </span>
  );
}

/** A state: icon and word in the colour of the tone, without a ground. */
export function StatusBadge({
  tone,
  children,
  title,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
}): ReactNode {
  const phrase = usePhrase();
  return (
    <span
      title={phrase(title)}
      className={cx('inline-flex min-w-0 items-center gap-1.5 font-medium', TONE_TEXT[tone])}
    >
      <ToneIcon tone={tone} className="size-4 shrink-0" />
      <span className="min-w-0 break-words">{phrase(children)}</span>
    </span>
  );
}
