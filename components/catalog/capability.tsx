'use client';
import type { ReactNode } from 'react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from '#components/ui/cx.ts';
import { CAPABILITY_LEVELS } from '#lib/olm/content/csv-annotations.ts';

interface CapabilityProps {
  readonly level: string | undefined;
  /** Only the steps are seen; the word is read out and shown on hover. */
  readonly short?: boolean;
}

/** How much the operator does by itself, as its provider states it: one to five steps, and the word. */
export function Capability({ level, short = false }: CapabilityProps): ReactNode {
  const phrase = usePhrase();
  const reached = CAPABILITY_LEVELS.findIndex((known) => known === level);
  if (level === undefined || reached < 0) return null;
  return (
    <span
      title={short ? phrase(level) : undefined}
      className="inline-flex min-w-0 shrink-0 items-center gap-1.5 text-xs text-muted"
    >
      <span aria-hidden className="flex h-2.5 items-end gap-px">
        {CAPABILITY_LEVELS.map((known, step) => (
          <span
            key={known}
            className={cx(
              'w-1 rounded-[1px]',
              HEIGHTS[step],
              step <= reached ? 'bg-muted' : 'bg-line-strong',
            )}
          />
        ))}
      </span>
      <span className={short ? 'sr-only' : 'truncate'}>{phrase(level)}</span>
    </span>
  );
}

const HEIGHTS = ['h-[20%]', 'h-[40%]', 'h-[60%]', 'h-[80%]', 'h-full'];
