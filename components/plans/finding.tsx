'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';
import { TONE_TEXT, ToneIcon, type Tone } from '#components/ui/tones.tsx';

interface FindingProps {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** One thing to look at. */
export function FindingItem({ tone, title, children }: FindingProps): ReactNode {
  return (
    <li className="flex min-w-0 items-start gap-2.5 px-4 py-3">
      <ToneIcon tone={tone} className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[tone])} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <p className="font-medium break-words">{title}</p>
        {children}
      </div>
    </li>
  );
}

/** Opens on demand. */
export function More({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className="group min-w-0">
      <summary className="flex w-fit cursor-pointer items-center gap-1 text-sm text-muted hover:text-text">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="mt-3 flex min-w-0 flex-col gap-4">{children}</div>
    </details>
  );
}
