import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

/** What a colour says. `busy` is work under way, `neutral` nothing in particular. */
export type Tone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad' | 'info';

export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-muted',
  busy: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-accent',
};

export const TONE_SOFT: Record<Tone, string> = {
  neutral: 'bg-sunken',
  busy: 'bg-accent-soft',
  good: 'bg-good-soft',
  warn: 'bg-warn-soft',
  bad: 'bg-bad-soft',
  info: 'bg-accent-soft',
};

/** The icon that goes with a tone, for those who do not see the colour. */
export function ToneIcon({
  tone,
  className = 'size-3.5 shrink-0',
}: {
  readonly tone: Tone;
  readonly className?: string;
}): ReactNode {
  switch (tone) {
    case 'neutral':
      return <CircleDashed aria-hidden className={className} />;
    case 'busy':
      return <Spinner className={className} />;
    case 'good':
      return <CircleCheck aria-hidden className={className} />;
    case 'warn':
      return <TriangleAlert aria-hidden className={className} />;
    case 'bad':
      return <CircleAlert aria-hidden className={className} />;
    case 'info':
      return <Info aria-hidden className={className} />;
  }
}
