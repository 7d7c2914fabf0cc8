'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Tone } from '#components/ui/tones.tsx';
import type { WayBack, WayBackGap, WayBackReason } from '#lib/olm/plan/way-back.ts';

const TONES = { open: 'good', costly: 'warn', closed: 'bad', unjudged: 'warn' } as const satisfies Record<
  WayBack['verdict'],
  Tone
>;

/** Of an operator whose version is about to change; `version`: the one to go back to, where that is known. */
export interface WayBackOf {
  readonly wayBack: WayBack;
  readonly name: string;
  readonly version: string | undefined;
}

/** The verdict in one sentence. */
export function useWayBackTitle(): (of: WayBackOf) => { tone: Tone; title: string } {
  const t = useTranslations('way-back');
  return ({ wayBack: { verdict }, name, version = 'none' }) => ({
    tone: TONES[verdict],
    title: t(`verdict.${verdict}`, { name, version }),
  });
}

/** What stands in the way back, and what could not be looked at. */
export function WayBackReasons({ wayBack }: { readonly wayBack: WayBack }): ReactNode {
  const { reasons, unjudged } = wayBack;
  const words = useWayBackWords();
  const lines = [...reasons.map(words.reason), ...unjudged.map(words.gap)];
  if (lines.length === 0) return null;
  return (
    <ul className="flex min-w-0 list-disc flex-col gap-1 ps-4">
      {lines.map((line) => (
        <li key={line} className="min-w-0 break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}

function useWayBackWords(): {
  readonly reason: (reason: WayBackReason) => string;
  readonly gap: (gap: WayBackGap) => string;
} {
  const t = useTranslations('way-back');
  const locale = useLocale();
  return {
    reason: (reason) => {
      const versions = 'versions' in reason ? new Intl.ListFormat(locale).format(reason.versions) : '';
      return t(`reason.${reason.code}`, { ...reason, versions });
    },
    gap: (gap) => t(`gap.${gap.kind}`, gap),
  };
}
