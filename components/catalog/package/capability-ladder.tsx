'use client';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { CAPABILITY_LEVELS } from '#lib/olm/content/csv-annotations.ts';
import { usePhrase } from '#messages/phrases.ts';

const LEVEL_WORDS = ['basic', 'upgrades', 'lifecycle', 'insights', 'autopilot'] as const;

interface LadderProps {
  /** Index of the level that the provider claims; -1 for none. */
  readonly reached: number;
  /** What stands beside the level of that index. */
  readonly evidence: (index: number) => ReactNode;
}

/** While what stands beside them is on its way. */
export function LadderLoading({ reached }: Pick<LadderProps, 'reached'>): ReactNode {
  return <CapabilityLadder reached={reached} evidence={() => <SkeletonText lines={2} />} />;
}

/** The five levels, lowest first, each with what it means: whoever claims one claims those below it. */
export function CapabilityLadder({ reached, evidence }: LadderProps): ReactNode {
  const t = useTranslations('packages');
  const phrase = usePhrase();
  return (
    <ol className="divide-y divide-line">
      {CAPABILITY_LEVELS.map((name, index) => (
        <li
          key={name}
          className="grid grid-cols-1 gap-x-5 gap-y-1.5 px-4 py-3 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]"
        >
          <div className="min-w-0">
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className={cx('font-medium', index <= reached ? '' : 'text-muted')}>
                {index + 1} · {phrase(name)}
              </span>
              {index <= reached ? (
                <Badge icon={<Check aria-hidden className="size-3" />}>{t('levelClaimed')}</Badge>
              ) : null}
            </p>
            <p className="text-sm text-muted">{t(`levelMeans.${LEVEL_WORDS[index] ?? 'basic'}`)}</p>
          </div>
          <div className="min-w-0 text-sm">{evidence(index)}</div>
        </li>
      ))}
    </ol>
  );
}
